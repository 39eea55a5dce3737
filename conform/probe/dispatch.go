package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// dispatches are the probes of probe_dispatch.comp.
var dispatches = []Probe{
	{Name: "barrier between dispatches", Feature: betweenDispatches, shader: &shaders.ProbeDispatch,
		trial: func(s shape) trial { return relay(s, 12, false, [3]uint32{workGroups, 1, 1}) }},
	{Name: "one submission after another", Feature: betweenSubmissions, shader: &shaders.ProbeDispatch,
		trial: func(s shape) trial { return relay(s, 6, true, [3]uint32{workGroups, 1, 1}) }},
	{Name: "rows of work-groups", Feature: rowsOfGroups, shader: &shaders.ProbeDispatch,
		trial: func(s shape) trial { return relay(s, 3, false, [3]uint32{workGroups/2 - 1, 3, 1}) }}, // more than there is work for
}

const (
	betweenDispatches  = "barrier between dispatches"
	betweenSubmissions = "one submission after another"
	rowsOfGroups       = "rows of work-groups"
)

// relay has rounds of dispatches read what the round before wrote.
func relay(s shape, rounds uint32, apart bool, groups [3]uint32) trial {
	count := workGroups * s.group
	values := interleave(inGroups(s, 10), inGroups(s, 11))
	results := interleave(inGroups(s, 12), inGroups(s, 13))
	t := trial{values: values, results: results, apart: apart, groups: groups}
	for round := range rounds {
		t.pushes = append(t.pushes, []uint32{round, count})
	}
	t.check = func(results []uint32) string {
		for i, word := range relayed(values, t.results, rounds) {
			if results[i] != word {
				return fmt.Sprintf("invocation %d of work-group %d has not read what an earlier dispatch wrote: it ends with %#x, not %#x",
					uint32(i/2)%s.group, uint32(i/2)/s.group, results[i], word)
			}
		}
		return ""
	}
	return t
}

// relayed returns the results after so many rounds, from the first ones.
func relayed(values, first []uint32, rounds uint32) []uint32 {
	results := append([]uint32(nil), first...)
	count := uint32(len(values) / 2)
	for round := range rounds {
		from, to := round%2, 1-round%2 // the half that is read, and the other
		for i := range count {
			other := (i + values[2*i+1]%count + round) % count
			results[2*i+to] = (results[2*other+from]^values[2*i])*0x9E3779B1 + round
		}
	}
	return results
}
