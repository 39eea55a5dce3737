package probe

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

const (
	pushConstants           = "push constants"
	specializationConstants = "specialization constants"
	loops                   = "loops"
)

// programs are the probes of probe_program.comp.
var programs = []Probe{
	{Name: "push constants, 128 bytes", Feature: pushConstants, shader: &shaders.ProbeProgramPush, trial: func(s shape) trial {
		push := append([]uint32(nil), bounds...)
		for i := range bounds {
			push = append(push, uint32(i)*0x01010101)
		}
		t := each(s, interleave(inGroups(s, 14), inGroups(s, 15)), func(i, a, b uint32) (uint32, uint32) {
			pair := 2 * (i % s.group % 16)
			return a ^ push[pair], b ^ push[pair+1]
		})
		t.pushes = [][]uint32{push}
		return t
	}},
	{Name: "specialization constants", Feature: specializationConstants, shader: &shaders.ProbeProgram, trial: func(s shape) trial {
		const given, copies = 0xFFFFFFFE, 5 // copies of all invocations take less than 16 KiB
		t := each(s, interleave(inGroups(s, 16), inGroups(s, 17)), func(_, a, b uint32) (uint32, uint32) {
			sum := uint32(0)
			for k := uint32(copies); k > 0; k-- {
				sum = sum*31 + a*k
			}
			return sum ^ 0xC0FFEE11, b ^ given/3
		})
		t.constants = map[string]uint32{"GIVEN": given, "COPIES": copies}
		return t
	}},
	{Name: "loops in loops", Feature: loops, shader: &shaders.ProbeProgram, operation: 1, trial: func(s shape) trial {
		turns := inGroups(s, 18)
		for i := range turns {
			turns[i] &= 0xFF
		}
		return each(s, interleave(inGroups(s, 19), turns), func(_, a, b uint32) (uint32, uint32) { return looped(a, b, 3) })
	}},
	{Name: "loops of many turns", Feature: loops, shader: &shaders.ProbeProgram, operation: 2, trial: func(s shape) trial {
		turns := inGroups(s, 20)
		for i := range turns {
			turns[i] = s.turns - turns[i]%(s.turns/2)
			if uint32(i)%s.group != 0 || uint32(i)/s.group%4 != 3 { // a few are enough, and software devices slow
				turns[i] &= 0xFF
			}
		}
		turns[3*s.group] = s.turns
		return each(s, interleave(inGroups(s, 21), turns), func(_, a, b uint32) (uint32, uint32) { return looped(a, b, 0) })
	}},
}

// each has every invocation make two words of two.
func each(s shape, values []uint32, want func(i, a, b uint32) (x, y uint32)) trial {
	return trial{
		values: values, results: make([]uint32, len(values)), groups: [3]uint32{uint32(len(values)/2) / s.group, 1, 1},
		check: func(results []uint32) string {
			for i := range uint32(len(values) / 2) {
				if x, y := want(i, values[2*i], values[2*i+1]); results[2*i] != x || results[2*i+1] != y {
					return fmt.Sprintf("invocation %d of work-group %d makes %#x and %#x of %#x and %#x, not %#x and %#x",
						i%s.group, i/s.group, results[2*i], results[2*i+1], values[2*i], values[2*i+1], x, y)
				}
			}
			return ""
		},
	}
}

// looped returns the word that a loop of at most so many turns ends with, and the turn; a turn has at most so many of its own.
func looped(word, turns, own uint32) (uint32, uint32) {
	turn := uint32(0)
	for ; turn < turns; turn++ {
		word = word*1664525 + 1013904223
		if word>>29 == 0 {
			continue
		}
		if word>>12 == 0x5A5A5 {
			break
		}
		for k := min(own, word>>30); k > 0; k-- {
			word ^= word<<3 | k
		}
	}
	return word, turn
}
