package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// talker is an invocation of a subgroup.
type talker struct {
	lane, value, argument uint32
	got                   uint32
}

// subgroups are the probes of probe_subgroup.comp. What an operation should return follows from where the invocations say they were;
// that these places are the ones that the shaders expect is a probe of its own.
var subgroups = []Probe{
	{
		Name: "subgroup layout", Feature: "subgroup layout", shader: &shaders.ProbeSubgroupBasic, class: "basic", subgroups: true, trial: layout,
	},
	talking("subgroupElect", &shaders.ProbeSubgroupBasic, 1, "basic", takePart, func(all []talker, me talker) uint32 {
		for _, t := range all {
			if t.argument != 0 {
				return bit(t.lane == me.lane, 0) // the lowest one that takes part
			}
		}
		return 0
	}),
	talking("subgroupAny", &shaders.ProbeSubgroupVote, 0, "vote", takePart, reduced(0, func(a, b uint32) uint32 { return a | b&1 })),
	talking("subgroupAdd", &shaders.ProbeSubgroupArithmetic, 0, "arithmetic", takePart, reduced(0, func(a, b uint32) uint32 { return a + b })),
	talking("subgroupMin", &shaders.ProbeSubgroupArithmetic, 1, "arithmetic", takePart, reduced(^uint32(0), func(a, b uint32) uint32 { return min(a, b) })),
	talking("subgroupMax", &shaders.ProbeSubgroupArithmetic, 2, "arithmetic", takePart, reduced(0, func(a, b uint32) uint32 { return max(a, b) })),
	talking("subgroupMax of signed numbers", &shaders.ProbeSubgroupArithmetic, 3, "arithmetic", takePart,
		reduced(1<<31, func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) })),
	talking("subgroupBallot", &shaders.ProbeSubgroupBallot, 0, "ballot", wordOfBallot, func(all []talker, me talker) uint32 {
		votes := uint32(0)
		for _, t := range all {
			if t.lane/32 == me.argument {
				votes |= t.value & 1 << (t.lane % 32)
			}
		}
		return votes
	}),
	talking("subgroupShuffle", &shaders.ProbeSubgroupShuffle, 0, "shuffle", lanes, func(all []talker, me talker) uint32 {
		return said(all, me.argument)
	}),
	talking("subgroupShuffleXor", &shaders.ProbeSubgroupShuffle, 1, "shuffle", lanes, func(all []talker, me talker) uint32 {
		return said(all, me.lane^me.argument)
	}),
	talking("subgroupShuffleUp", &shaders.ProbeSubgroupShuffleRelative, 0, "shuffle_relative", distances, func(all []talker, me talker) uint32 {
		if me.lane < me.argument {
			return me.value
		}
		return said(all, me.lane-me.argument)
	}),
}

// talking makes the probe of an operation, which returns to an invocation what want says of its subgroup, in the order of lanes.
func talking(name string, shader *shaders.Shader, operation uint32, class string, arguments func(s shape) []uint32,
	want func(all []talker, me talker) uint32) Probe {
	return Probe{
		Name: name, Feature: name, shader: shader, operation: operation, class: class, subgroups: true,
		trial: func(s shape) trial {
			values := interleave(inGroups(s, 2), arguments(s))
			return trial{
				values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
				check: func(results []uint32) string { return checkSubgroups(s, values, results, want) },
			}
		},
	}
}

// reduced returns what invocations that take part get, and the others 0: an operation over all values that take part.
func reduced(neutral uint32, operation func(a, b uint32) uint32) func(all []talker, me talker) uint32 {
	return func(all []talker, me talker) uint32 {
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

// said returns the value of a lane, which the arguments make one of the subgroup's.
func said(all []talker, lane uint32) uint32 {
	for _, t := range all {
		if t.lane == lane {
			return t.value
		}
	}
	return 0
}

// checkSubgroups holds every invocation's result against what its subgroup should have told it.
func checkSubgroups(s shape, values, results []uint32, want func(all []talker, me talker) uint32) string {
	for from := uint32(0); from < uint32(len(values)/2); from += s.group {
		bySubgroup, at := map[uint32][]talker{}, map[uint32]uint32{} // and invocations by place
		for i := from; i < from+s.group; i++ {
			place := results[2*i]
			if place>>16 >= s.group || place&0xFFFF >= s.group {
				return fmt.Sprintf("invocation %d of work-group %d is %s", i-from, from/s.group, placeName(place))
			}
			if other, taken := at[place]; taken {
				return fmt.Sprintf("invocations %d and %d of work-group %d are both %s", other-from, i-from, from/s.group, placeName(place))
			}
			at[place] = i
			bySubgroup[place>>16] = append(bySubgroup[place>>16], talker{place & 0xFFFF, values[2*i], values[2*i+1], results[2*i+1]})
		}
		for id := range s.group { // in the order of subgroups, so that the first difference is the same each time
			all := inOrder(bySubgroup[id])
			for _, me := range all {
				if right := want(all, me); me.got != right {
					return fmt.Sprintf("%s of work-group %d, value %#x and argument %d of %d invocations: %#x, not %#x",
						placeName(id<<16|me.lane), from/s.group, me.value, me.argument, len(all), me.got, right)
				}
			}
		}
	}
	return ""
}
