package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

const (
	memoryModel = "memory model"
	progress    = "progress of work-groups"
)

// litmus lists the probes of litmus.comp in the order of its operations.
var litmus = []Probe{
	litmusProbe("message passing, device", 0, memoryModel, anywhere, checkMessages),
	litmusProbe("message passing, work-group", 1, memoryModel, inWorkGroup, checkMessages),
	litmusProbe("message passing, shared memory", 2, memoryModel, inWorkGroup, checkMessages),
	litmusProbe("store buffering, device", 3, memoryModel, mutual, checkStores),
	litmusProbe("progress of work-groups", 4, progress, anywhere, checkProgress),
}

// litmusRounds is the number of dispatches of a litmus test.
const litmusRounds = 8

// litmusProbe returns the probe of an operation. others returns the place that each invocation
// reads. check gets the places and the outcomes, a pair of words for each invocation.
func litmusProbe(
	name string, operation uint32, feature string, others func(l launch) []uint32,
	check func(l launch, others, places, outcomes []uint32) string,
) Probe {
	return Probe{
		Name: name, Feature: feature, shader: &shaders.ProbeLitmus, operation: operation, optional: true,
		workload: func(l launch) workload {
			other := others(l)
			values := interleave(other, make([]uint32, len(other)))
			w := workload{
				values: values, results: make([]uint32, 2*len(values)), groups: [3]uint32{workGroups, 1, 1},
				constants: map[string]uint32{"TURNS": min(l.loopIterations, maxLoopIterations)},
				check: func(results []uint32) string {
					return check(l, other, results[:len(values)], results[len(values):])
				},
			}
			for round := range uint32(litmusRounds) {
				w.pushes = append(w.pushes, []uint32{round + 1})
			}
			return w
		},
	}
}

// anywhere returns a place in another work-group for each invocation.
func anywhere(l launch) []uint32 {
	all, r := make([]uint32, workGroups*l.groupSize), newRandom(27)
	for i := range all {
		group := (uint32(i)/l.groupSize + 1 + r.Uint32N(workGroups-1)) % workGroups
		all[i] = group*l.groupSize + r.Uint32N(l.groupSize)
	}
	return all
}

// inWorkGroup returns a place in the same work-group for each invocation.
func inWorkGroup(l launch) []uint32 {
	all, r := make([]uint32, workGroups*l.groupSize), newRandom(28)
	for i := range all {
		all[i] = uint32(i) - uint32(i)%l.groupSize + r.Uint32N(l.groupSize)
	}
	return all
}

// mutual returns pairs of invocations of two work-groups that read each other's place.
func mutual(l launch) []uint32 {
	all := make([]uint32, workGroups*l.groupSize)
	for i := range all {
		group, own := uint32(i)/l.groupSize, uint32(i)%l.groupSize
		all[i] = (group^1)*l.groupSize + own // workGroups is even
	}
	return all
}

// checkMessages checks that nobody has seen a flag without the data that were written before it.
func checkMessages(l launch, others, places, outcomes []uint32) string {
	for i, other := range others {
		if outcomes[2*i] != 0 || outcomes[2*i+1] != 0 {
			return fmt.Sprintf("%s saw flag %d of %s, and its data %d of before", placeOf(l, i), outcomes[2*i],
				placeOf(l, int(other)), int64(outcomes[2*i+1])-1)
		}
		if places[2*i] != litmusRounds || places[2*i+1] != litmusRounds {
			return fmt.Sprintf("%s has the data %d and the flag %d, not %d", placeOf(l, i), places[2*i], places[2*i+1],
				litmusRounds)
		}
	}
	return ""
}

// checkStores checks that at least one of two invocations has seen the other's last write.
func checkStores(l launch, others, places, outcomes []uint32) string {
	for i, other := range others {
		if places[2*i] != litmusRounds || places[2*i+1]+1 < litmusRounds || places[2*i+1] > litmusRounds ||
			outcomes[2*i] != 0 || outcomes[2*i+1] != 0 {
			return fmt.Sprintf("%s has the data %d and has seen %d, in round %d", placeOf(l, i), places[2*i],
				places[2*i+1], litmusRounds)
		}
		if places[2*i+1] != litmusRounds && places[2*other+1] != litmusRounds {
			return fmt.Sprintf("neither %s nor %s saw what the other one had written", placeOf(l, i),
				placeOf(l, int(other)))
		}
	}
	return ""
}

// checkProgress checks that the first and the last work-group have seen each other.
func checkProgress(l launch, _, places, outcomes []uint32) string {
	first, last := uint32(0), (workGroups-1)*l.groupSize
	for i := range uint32(len(places) / 2) {
		flag := uint32(0)
		if i == first || i == last {
			flag = litmusRounds
		}
		if places[2*i] != 0 || places[2*i+1] != flag {
			return fmt.Sprintf("%s has the words %d and %d, not 0 and %d", placeOf(l, int(i)), places[2*i],
				places[2*i+1], flag)
		}
		if outcomes[2*i] != 0 || outcomes[2*i+1] != 0 {
			return fmt.Sprintf("work-group %d waited %d turns for work-group %d in vain", i/l.groupSize,
				int64(outcomes[2*i+1])-1, (first+last-i)/l.groupSize)
		}
	}
	return ""
}

// placeOf names an invocation by its number in the dispatch.
func placeOf(l launch, i int) string {
	return fmt.Sprintf("invocation %d of work-group %d", uint32(i)%l.groupSize, uint32(i)/l.groupSize)
}
