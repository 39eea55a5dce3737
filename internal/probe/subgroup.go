package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// invocation is an invocation of a subgroup with its inputs and its result.
type invocation struct {
	lane, value, argument uint32
	result                uint32
}

// subgroups lists the probes of subgroup.comp. Each invocation reports its subgroup and lane. The
// expected result of an operation follows from them. The first probe checks that these places are
// as the shaders assume.
var subgroups = []Probe{
	{
		Name: "subgroup layout", Feature: "subgroup layout", shader: &shaders.ProbeSubgroupBasic, class: "basic",
		subgroups: true, workload: layout,
	},
	subgroupProbe("subgroupElect", &shaders.ProbeSubgroupBasic, 1, "basic", activeFlags,
		func(all []invocation, me invocation) uint32 {
			for _, t := range all {
				if t.argument != 0 {
					return bit(t.lane == me.lane, 0) // the lowest active lane
				}
			}
			return 0
		}),
	subgroupProbe("subgroupAny", &shaders.ProbeSubgroupVote, 0, "vote", activeFlags,
		reduced(0, func(a, b uint32) uint32 { return a | b&1 })),
	subgroupProbe("subgroupAdd", &shaders.ProbeSubgroupArithmetic, 0, "arithmetic", activeFlags,
		reduced(0, func(a, b uint32) uint32 { return a + b })),
	subgroupProbe("subgroupMin", &shaders.ProbeSubgroupArithmetic, 1, "arithmetic", activeFlags,
		reduced(^uint32(0), func(a, b uint32) uint32 { return min(a, b) })),
	subgroupProbe("subgroupMax", &shaders.ProbeSubgroupArithmetic, 2, "arithmetic", activeFlags,
		reduced(0, func(a, b uint32) uint32 { return max(a, b) })),
	subgroupProbe("subgroupMax of signed integers", &shaders.ProbeSubgroupArithmetic, 3, "arithmetic", activeFlags,
		reduced(1<<31, func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) })),
	subgroupProbe("subgroupBallot", &shaders.ProbeSubgroupBallot, 0, "ballot", ballotWords,
		func(all []invocation, me invocation) uint32 {
			votes := uint32(0)
			for _, t := range all {
				if t.lane/32 == me.argument {
					votes |= t.value & 1 << (t.lane % 32)
				}
			}
			return votes
		}),
	subgroupProbe("subgroupShuffle", &shaders.ProbeSubgroupShuffle, 0, "shuffle", lanes,
		func(all []invocation, me invocation) uint32 {
			return valueOfLane(all, me.argument)
		}),
	subgroupProbe("subgroupShuffleXor", &shaders.ProbeSubgroupShuffle, 1, "shuffle", lanes,
		func(all []invocation, me invocation) uint32 {
			return valueOfLane(all, me.lane^me.argument)
		}),
	subgroupProbe("subgroupShuffleUp", &shaders.ProbeSubgroupShuffleRelative, 0, "shuffle_relative", distances,
		func(all []invocation, me invocation) uint32 {
			if me.lane < me.argument {
				return me.value
			}
			return valueOfLane(all, me.lane-me.argument)
		}),
}

// subgroupProbe returns the probe of an operation. want returns the expected result of one
// invocation, given its subgroup sorted by lane.
func subgroupProbe(name string, shader *shaders.Shader, operation uint32, class string,
	arguments func(l launch) []uint32,
	want func(all []invocation, me invocation) uint32) Probe {
	return Probe{
		Name: name, Feature: name, shader: shader, operation: operation, class: class, subgroups: true,
		workload: func(l launch) workload {
			values := interleave(groupWords(l, 2), arguments(l))
			return workload{
				values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
				check: func(results []uint32) string { return checkSubgroups(l, values, results, want) },
			}
		},
	}
}

// reduced returns the expected result of a reduction over the values of all active invocations.
// Inactive ones return 0.
func reduced(neutral uint32, operation func(a, b uint32) uint32) func(all []invocation, me invocation) uint32 {
	return func(all []invocation, me invocation) uint32 {
		if me.argument == 0 {
			return 0
		}
		result := neutral
		for _, t := range all {
			if t.argument != 0 {
				result = operation(result, t.value)
			}
		}
		return result
	}
}

// valueOfLane returns the value of a lane of the subgroup.
func valueOfLane(all []invocation, lane uint32) uint32 {
	for _, t := range all {
		if t.lane == lane {
			return t.value
		}
	}
	return 0
}

// checkSubgroups compares the result of every invocation with the expected one.
func checkSubgroups(l launch, values, results []uint32, want func(all []invocation, me invocation) uint32) string {
	for from := uint32(0); from < uint32(len(values)/2); from += l.groupSize {
		bySubgroup, at := map[uint32][]invocation{}, map[uint32]uint32{} // invocations by subgroup, and by place
		for i := from; i < from+l.groupSize; i++ {
			place := results[2*i]
			if place>>16 >= l.groupSize || place&0xFFFF >= l.groupSize {
				return fmt.Sprintf("invocation %d of work-group %d is %s", i-from, from/l.groupSize, placeName(place))
			}
			if other, taken := at[place]; taken {
				return fmt.Sprintf("invocations %d and %d of work-group %d are both %s", other-from, i-from,
					from/l.groupSize, placeName(place))
			}
			at[place] = i
			bySubgroup[place>>16] = append(bySubgroup[place>>16],
				invocation{place & 0xFFFF, values[2*i], values[2*i+1], results[2*i+1]})
		}
		for id := range l.groupSize { // in ascending order, so that the first difference is the same in every run
			all := sortedByLane(bySubgroup[id])
			for _, me := range all {
				if right := want(all, me); me.result != right {
					return fmt.Sprintf(
						"%s of work-group %d, with value %#x and argument %d in a subgroup of %d: result %#x, not %#x",
						placeName(id<<16|me.lane), from/l.groupSize, me.value, me.argument, len(all), me.result, right)
				}
			}
		}
	}
	return ""
}
