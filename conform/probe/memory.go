package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// memory are the probes of probe_memory.comp, by its operations.
var memory = []Probe{
	meeting("shared memory, barrier()", 0, "shared memory of a work-group", false),
	meeting("shared memory, subgroupBarrier()", 1, "shared memory of a subgroup", true),
	meeting("shared memory, controlBarrier() of subgroups", 2, "shared memory of a subgroup", true),
	meeting("shared memory, groupMemoryBarrier()", 3, "memory barrier of a work-group", false),
	meeting("coherent buffer, memoryBarrierBuffer()", 4, "coherent buffer in a work-group", false),
	meeting("coherent buffer, subgroupMemoryBarrierBuffer()", 5, "coherent buffer in a subgroup", true),
}

// exchanges is how often invocations write, meet and read.
const exchanges = 16

func meeting(name string, operation uint32, feature string, ofSubgroup bool) Probe {
	class := ""
	if ofSubgroup {
		class = "basic"
	}
	return Probe{
		Name: name, Feature: feature, shader: &shaders.ProbeMemory, operation: operation, class: class, subgroups: ofSubgroup,
		trial: func(s shape) trial {
			block := s.group
			if ofSubgroup {
				block = s.block
			}
			values := interleave(inGroups(s, 6), inGroups(s, 7))
			return trial{
				values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
				constants: map[string]uint32{"BLOCK": block, "ROUNDS": exchanges},
				check: func(results []uint32) string {
					want := exchanged(values, block)
					for i, word := range want {
						if results[2*i] != word {
							return fmt.Sprintf("invocation %d of work-group %d has read something else than its neighbours wrote: it ends with %#x, not %#x",
								uint32(i)%s.group, uint32(i)/s.group, results[2*i], word)
						}
					}
					return ""
				},
			}
		},
	}
}

// exchanged returns the words with which the invocations end, from their first words and shifts.
func exchanged(values []uint32, block uint32) []uint32 {
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
