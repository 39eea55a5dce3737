package probe

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
)

// dispatches lists the probes of dispatch.comp.
var dispatches = []Probe{
	{Name: "barrier between dispatches", Feature: betweenDispatches, shader: &shaders.ProbeDispatch,
		workload: func(l launch) workload { return relayWorkload(l, 12, false, [3]uint32{workGroups, 1, 1}) }},
	{Name: "order of submissions", Feature: betweenSubmissions, shader: &shaders.ProbeDispatch,
		workload: func(l launch) workload { return relayWorkload(l, 6, true, [3]uint32{workGroups, 1, 1}) }},
	{Name: "two-dimensional dispatch", Feature: twoDimensions, shader: &shaders.ProbeDispatch,
		workload: func(l launch) workload { return relayWorkload(l, 3, false, [3]uint32{workGroups/2 - 1, 3, 1}) }}, // more work-groups than work
	{Name: "many dispatches in a submission", Feature: betweenDispatches, shader: &shaders.ProbeDispatch,
		workload: func(l launch) workload { return relayWorkload(l, 400, false, [3]uint32{workGroups, 1, 1}) }},
	{Name: "65,535 work-groups along x", Feature: largeDispatch, shader: &shaders.ProbeLarge,
		workload: func(launch) workload { return largeWorkload([3]uint32{1<<16 - 1, 1, 1}) }},
	{Name: "65,535 work-groups along y", Feature: largeDispatch, shader: &shaders.ProbeLarge,
		workload: func(launch) workload { return largeWorkload([3]uint32{1, 1<<16 - 1, 1}) }},
}

const (
	betweenDispatches  = "barrier between dispatches"
	betweenSubmissions = "order of submissions"
	twoDimensions      = "two-dimensional dispatch"
	largeDispatch      = "large dispatch"
)

// relayWorkload returns a workload of several dispatches. Each reads the output of the previous
// one.
func relayWorkload(l launch, rounds uint32, separate bool, groups [3]uint32) workload {
	count := workGroups * l.groupSize
	values := groupPairs(l, 10, 11)
	results := groupPairs(l, 12, 13)
	t := workload{values: values, results: results, separate: separate, groups: groups}
	for round := range rounds {
		t.pushes = append(t.pushes, []uint32{round, count})
	}
	t.check = func(results []uint32) string {
		for i, word := range expectedRelay(values, t.results, rounds) {
			if results[i] != word {
				return fmt.Sprintf("%s did not read what the previous dispatch wrote: result %#x, not %#x", placeOf(l, i/2),
					results[i], word)
			}
		}
		return ""
	}
	return t
}

// expectedRelay returns the results after a number of dispatches.
func expectedRelay(values, first []uint32, rounds uint32) []uint32 {
	results := slices.Clone(first)
	count := uint32(len(values) / 2)
	for round := range rounds {
		from, to := round%2, 1-round%2 // the half that is read and the half that is written
		for i := range count {
			other := (i + values[2*i+1]%count + round) % count
			results[2*i+to] = (results[2*other+from]^values[2*i])*0x9E3779B1 + round
		}
	}
	return results
}

// largeWorkload returns a workload of as many work-groups as every device allows along an axis.
// They are small, because software devices are slow.
func largeWorkload(groups [3]uint32) workload {
	const results, salt, groupSize = 37, 0x5EED, 4
	want := make([]uint32, 2*results)
	for group := range groups[0] * groups[1] {
		want[2*(group%results)]++
		want[2*(group%results)+1] ^= (group ^ salt) * 0x9E3779B1
	}
	return workload{
		values: []uint32{salt, 0}, results: make([]uint32, 2*results), groups: groups,
		constants: map[string]uint32{"GROUP_SIZE": groupSize},
		check: func(results []uint32) string {
			for i, word := range want {
				if results[i] != word {
					return fmt.Sprintf("of %d × %d work-groups, some did not run once: result %d is %#x, not %#x", groups[0],
						groups[1], i, results[i], word)
				}
			}
			return ""
		},
	}
}
