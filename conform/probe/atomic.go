package probe

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
)

// cells that the invocations of a probe of atomic operations meet at: few, so that many meet.
const cells = 32

// atomics are the probes of probe_atomic.comp, by its operations.
var atomics = []Probe{
	atomic("atomicAdd, buffer", &shaders.ProbeAtomic, 0, 0, add),
	atomic("atomicOr, buffer", &shaders.ProbeAtomic, 1, 0, or),
	atomic("atomicMin, buffer", &shaders.ProbeAtomic, 2, ^uint32(0), least),
	atomic("atomicMax, buffer", &shaders.ProbeAtomic, 3, 0, most),
	atomic("atomicCompSwap, buffer", &shaders.ProbeAtomic, 4, 0, add),
	atomic("atomicAdd, shared memory", &shaders.ProbeAtomicShared, 0, 0, add),
	atomic("atomicOr, shared memory", &shaders.ProbeAtomicShared, 1, 0, or),
	atomic("atomicMin, shared memory", &shaders.ProbeAtomicShared, 2, ^uint32(0), least),
	atomic("atomicMax, shared memory", &shaders.ProbeAtomicShared, 3, 0, most),
	atomic("atomicAnd, shared memory", &shaders.ProbeAtomicShared, 4, ^uint32(0), func(a, b uint32) uint32 { return a & b }),
	atomic("atomicXor, shared memory", &shaders.ProbeAtomicShared, 5, 0, func(a, b uint32) uint32 { return a ^ b }),
	atomic("atomicMax of signed numbers, shared memory", &shaders.ProbeAtomicShared, 6, 1<<31,
		func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }),
}

func add(a, b uint32) uint32   { return a + b }
func or(a, b uint32) uint32    { return a | b }
func least(a, b uint32) uint32 { return min(a, b) }
func most(a, b uint32) uint32  { return max(a, b) }

// atomic makes the probe of an operation that replaces what is in a cell, initial at first, by that and a value.
func atomic(name string, shader *shaders.Shader, operation, initial uint32, apply func(cell, value uint32) uint32) Probe {
	return Probe{
		Name: name, Feature: name, shader: shader, operation: operation,
		trial: func(s shape) trial {
			sets := uint32(1) // of cells
			if shader == &shaders.ProbeAtomicShared {
				sets = workGroups
			}
			places := cellsOf(s)
			values := interleave(inGroups(s, 8), places)
			results := make([]uint32, 2*cells*sets, 2*cells*sets+uint32(len(values)))
			for c := range cells * sets {
				results[2*c] = initial
			}
			return trial{
				values: values, results: append(results, make([]uint32, len(values))...), groups: [3]uint32{workGroups, 1, 1},
				constants: map[string]uint32{"CELLS": cells, "TURNS": uint32(len(places)), "INITIAL": initial},
				check: func(results []uint32) string {
					for set := range sets {
						invocations := uint32(len(places)) / sets
						if difference := checkCells(values, results, sets, set*invocations, invocations, set*cells, initial, apply); difference != "" {
							return difference
						}
					}
					return ""
				},
			}
		},
	}
}

// cellsOf shares the invocations out to the cells, the first ones more often.
func cellsOf(s shape) []uint32 {
	r, out := words(9), make([]uint32, workGroups*s.group)
	for i := range out {
		out[i] = min(r.Uint32N(cells), r.Uint32N(cells))
	}
	return out
}

// checkCells holds the cells of a set, from one on, against what some invocations, from one on, did to them. In whatever order these
// came, the last one left all of them applied, and there is such an order.
func checkCells(values, results []uint32, sets, from, invocations, firstCell, initial uint32, apply func(cell, value uint32) uint32) string {
	want := slices.Repeat([]uint32{initial}, cells)
	var found, left [cells][]uint32
	for i := from; i < from+invocations; i++ {
		value, c := values[2*i], values[2*i+1]
		old := results[2*(cells*sets+i)]
		want[c] = apply(want[c], value)
		found[c], left[c] = append(found[c], old), append(left[c], apply(old, value))
	}
	for c := range want {
		if last := results[2*(firstCell+uint32(c))]; last != want[c] {
			return fmt.Sprintf("cell %d has %#x after %d operations, not %#x", firstCell+uint32(c), last, len(found[c]), want[c])
		}
		if !inSomeOrder(initial, want[c], found[c], left[c]) {
			return fmt.Sprintf("what %d operations on cell %d returned is not what others left there, in any order", len(found[c]), firstCell+uint32(c))
		}
	}
	return ""
}

// inSomeOrder says whether operations that found and left these values can have come one after another, from the first value to the last.
// As steps from value to value they are then one way: each value is come to as often as it is left, but for the ends, and all are
// connected (Euler).
func inSomeOrder(first, last uint32, found, left []uint32) bool {
	balance, next := map[uint32]int{first: 1}, map[uint32][]uint32{}
	balance[last]--
	for i := range found {
		balance[found[i]]--
		balance[left[i]]++
		next[found[i]] = append(next[found[i]], left[i])
	}
	for _, rest := range balance {
		if rest != 0 {
			return false
		}
	}
	reached, open := map[uint32]bool{first: true}, []uint32{first}
	for len(open) > 0 {
		value := open[0]
		open = open[1:]
		for _, n := range next[value] {
			if !reached[n] {
				reached[n] = true
				open = append(open, n)
			}
		}
	}
	return !slices.ContainsFunc(found, func(value uint32) bool { return !reached[value] })
}
