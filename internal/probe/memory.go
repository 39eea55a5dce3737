package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// memory lists the probes of memory.comp in the order of its operations, then others of memory.
var memory = []Probe{
	memoryProbe("shared memory, barrier()", 0, "shared memory of a work-group", false),
	memoryProbe("shared memory, subgroupBarrier()", 1, "shared memory of a subgroup", true),
	memoryProbe("shared memory, controlBarrier() of subgroups", 2, "shared memory of a subgroup", true),
	memoryProbe("shared memory, groupMemoryBarrier()", 3, "memory barrier of a work-group", false),
	memoryProbe("coherent buffer, memoryBarrierBuffer()", 4, "coherent buffer in a work-group", false),
	memoryProbe("coherent buffer, subgroupMemoryBarrierBuffer()", 5, "coherent buffer in a subgroup", true),
	{Name: "subgroupBarrier() at different numbers", Feature: "shared memory of a subgroup", shader: &shaders.ProbeUneven,
		class: "basic", subgroups: true, workload: func(l launch) workload {
			return perInvocation(l, groupPairs(l, 33, 34), func(_, a, b uint32) (uint32, uint32) {
				return ^a, ^b
			})
		}},
	{Name: "shared memory up to the limit", Feature: allShared, shader: &shaders.ProbeShared, workload: sharedWorkload},
}

// exchanges is the number of rounds. In each, invocations write, wait at a barrier and read.
const exchanges = 16

// memoryProbe returns the probe of a barrier. The invocations of a work-group or a subgroup
// exchange words across it.
func memoryProbe(name string, operation uint32, feature string, ofSubgroup bool) Probe {
	class := ""
	if ofSubgroup {
		class = "basic"
	}
	return Probe{
		Name: name, Feature: feature, shader: &shaders.ProbeMemory, operation: operation, class: class,
		subgroups: ofSubgroup,
		workload: func(l launch) workload {
			block := l.groupSize
			if ofSubgroup {
				block = l.block
			}
			values := groupPairs(l, 6, 7)
			want := expectedExchange(values, block)
			w := checkedPairs(values, func(i int, _, _, got, _ uint32) string {
				if got != want[i] {
					return fmt.Sprintf("%s did not read what its neighbours wrote: result %#x, not %#x", placeOf(l, i), got, want[i])
				}
				return ""
			})
			w.constants = map[string]uint32{"BLOCK": block, "ROUNDS": exchanges}
			return w
		},
	}
}

// expectedExchange returns the final words of the invocations, given their initial words and
// shifts.
func expectedExchange(values []uint32, block uint32) []uint32 {
	words, next := make([]uint32, len(values)/2), make([]uint32, len(values)/2)
	for i := range words {
		words[i] = values[2*i]
	}
	for round := range uint32(exchanges) {
		for i := range uint32(len(words)) {
			place, shift := i%block, values[2*i+1]
			other := words[i-place+(place+shift+round)%block]
			next[i] = (words[i]^other)*0x9E3779B1 + round
		}
		words, next = next, words
	}
	return words
}

const allShared = "shared memory up to the limit"

// sharedWorkload returns a workload that fills all shared memory of each work-group.
func sharedWorkload(l launch) workload {
	words := l.sharedBytes / 4
	values := groupPairs(l, 24, 25)
	word := func(first, j uint32) uint32 { // of a work-group, given its first invocation
		return (values[2*(first+j%l.groupSize)] ^ j) * 0x9E3779B1
	}
	w := checkedPairs(values, func(i int, _, b, gotX, gotY uint32) string {
		sum, own := uint32(0), uint32(i)%l.groupSize
		for j := own; j < words; j += l.groupSize {
			sum = sum*31 + word(uint32(i)-own, words-1-j)
		}
		if gotX != sum || gotY != b {
			return fmt.Sprintf("with %d bytes of shared memory, %s computes %#x and %#x, not %#x and %#x", l.sharedBytes,
				placeOf(l, i), gotX, gotY, sum, b)
		}
		return ""
	})
	w.constants = map[string]uint32{"WORDS": words}
	return w
}
