package probe

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	pushConstants           = "push constants"
	specializationConstants = "specialization constants"
	loops                   = "loops"
	longLoops               = "loops in a dispatch without a limit"
)

// programs are the probes of program.comp.
var programs = []Probe{
	{Name: "push constants, 128 bytes", Feature: pushConstants, shader: &shaders.ProbeProgramPush, workload: func(l launch) workload {
		push := slices.Clone(limitWords)
		for i := range limitWords {
			push = append(push, uint32(i)*0x01010101)
		}
		t := perInvocation(l, groupPairs(l, 14, 15), func(i, a, b uint32) (uint32, uint32) {
			pair := 2 * (i % l.groupSize % 16)
			return a ^ push[pair], b ^ push[pair+1]
		})
		t.pushes = [][]uint32{push}
		return t
	}},
	{Name: "specialization constants", Feature: specializationConstants, shader: &shaders.ProbeProgram, workload: func(l launch) workload {
		const given, copies = 0xFFFFFFFE, 5 // the copies of all invocations fit into 16 KiB of shared memory
		t := perInvocation(l, groupPairs(l, 16, 17), func(_, a, b uint32) (uint32, uint32) {
			sum := uint32(0)
			for k := uint32(copies); k > 0; k-- {
				sum = sum*31 + a*k
			}
			return sum ^ 0xC0FFEE11, b ^ given/3
		})
		t.constants = map[string]uint32{"GIVEN": given, "COPIES": copies}
		return t
	}},
	{Name: "specialization constants that the shader does not have", Feature: specializationConstants, optional: true,
		shader: &shaders.ProbeProgram, workload: func(l launch) workload {
			t := perInvocation(l, groupPairs(l, 22, 23), func(_, a, b uint32) (uint32, uint32) {
				return a ^ 0xC0FFEE11, b
			})
			t.constants = map[string]uint32{"GIVEN": 0, "COPIES": 1}
			t.unknown = []vk.Constant{{ID: 999, Value: 7}, {ID: 1 << 30, Value: 8}}
			return t
		}},
	{Name: "loops in loops", Feature: loops, shader: &shaders.ProbeProgram, operation: 1, workload: func(l launch) workload {
		iterations := groupWords(l, 18)
		for i := range iterations {
			iterations[i] &= 0xFF
		}
		return perInvocation(l, interleave(groupWords(l, 19), iterations), func(_, a, b uint32) (uint32, uint32) { return runLoop(a, b, 3) })
	}},
	{Name: "loops of many turns", Feature: loops, shader: &shaders.ProbeProgram, operation: 2, workload: func(l launch) workload {
		iterations := groupWords(l, 20)
		for i := range iterations {
			iterations[i] = l.loopIterations - iterations[i]%(l.loopIterations/2)
			if uint32(i)%l.groupSize != 0 || uint32(i)/l.groupSize%4 != 3 { // few long loops, because software devices are slow
				iterations[i] &= 0xFF
			}
		}
		iterations[3*l.groupSize] = l.loopIterations
		return perInvocation(l, interleave(groupWords(l, 21), iterations), func(_, a, b uint32) (uint32, uint32) { return runLoop(a, b, 0) })
	}},
	{Name: "loops of more turns than 16 bits count", Feature: longLoops, optional: true, shader: &shaders.ProbeProgram, operation: 2,
		workload: func(l launch) workload {
			turns := make([]uint32, workGroups*l.groupSize)
			turns[0] = 1<<16 + 1
			return perInvocation(l, interleave(groupWords(l, 35), turns), func(_, a, b uint32) (uint32, uint32) { return runLoop(a, b, 0) })
		}},
}

// perInvocation returns a workload: each invocation computes two words from two words.
func perInvocation(l launch, values []uint32, want func(i, a, b uint32) (x, y uint32)) workload {
	return checkedPairs(values, func(i int, a, b, gotX, gotY uint32) string {
		if x, y := want(uint32(i), a, b); gotX != x || gotY != y {
			return fmt.Sprintf("%s computes %#x and %#x from %#x and %#x, not %#x and %#x", placeOf(l, i), gotX, gotY, a, b, x, y)
		}
		return ""
	})
}

// checkedPairs returns a workload whose invocations each make two words from two words. wrong says what
// is wrong with the result of an invocation, "" if it is right.
func checkedPairs(values []uint32, wrong func(i int, a, b, gotX, gotY uint32) string) workload {
	return workload{
		values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
		check: func(results []uint32) string {
			for i := range len(values) / 2 {
				if why := wrong(i, values[2*i], values[2*i+1], results[2*i], results[2*i+1]); why != "" {
					return why
				}
			}
			return ""
		},
	}
}

// runLoop runs a loop with an inner loop, as the shader does. It returns the final word and the
// last iteration of the loop.
func runLoop(word, maxTurns, maxInner uint32) (uint32, uint32) {
	turn := uint32(0)
	for ; turn < maxTurns; turn++ {
		word = word*1664525 + 1013904223
		if word>>29 == 0 {
			continue
		}
		if word>>12 == 0x5A5A5 {
			break
		}
		for k := min(maxInner, word>>30); k > 0; k-- {
			word ^= word<<3 | k
		}
	}
	return word, turn
}
