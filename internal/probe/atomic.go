package probe

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
)

// cells is the number of words that atomic operations apply to: few, so that many invocations
// share one.
const cells = 32

// atomics lists the probes of atomic.comp in the order of its operations.
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
	atomic("atomicAnd, shared memory", &shaders.ProbeAtomicShared, 4, ^uint32(0),
		func(a, b uint32) uint32 { return a & b }),
	atomic("atomicXor, shared memory", &shaders.ProbeAtomicShared, 5, 0, func(a, b uint32) uint32 { return a ^ b }),
	atomic("atomicMax of signed integers, shared memory", &shaders.ProbeAtomicShared, 6, 1<<31,
		func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }),
}

func add(a, b uint32) uint32   { return a + b }
func or(a, b uint32) uint32    { return a | b }
func least(a, b uint32) uint32 { return min(a, b) }
func most(a, b uint32) uint32  { return max(a, b) }

// atomic returns the probe of an atomic operation. apply is the operation on a cell, which starts
// as initial.
func atomic(name string, shader *shaders.Shader, operation, initial uint32,
	apply func(cell, value uint32) uint32) Probe {
	return Probe{
		Name: name, Feature: name, shader: shader, operation: operation,
		workload: func(l launch) workload {
			sets := uint32(1) // a set of cells per buffer, or per work-group in shared memory
			if shader == &shaders.ProbeAtomicShared {
				sets = workGroups
			}
			places := randomCells(l)
			values := interleave(groupWords(l, 8), places)
			results := make([]uint32, 2*cells*sets, 2*cells*sets+uint32(len(values)))
			for c := range cells * sets {
				results[2*c] = initial
			}
			return workload{
				values: values, results: append(results, make([]uint32, len(values))...),
				groups:    [3]uint32{workGroups, 1, 1},
				constants: map[string]uint32{"CELLS": cells, "TURNS": uint32(len(places)), "INITIAL": initial},
				check: func(results []uint32) string {
					for set := range sets {
						invocations := uint32(len(places)) / sets
						if difference := checkCellSet(values, results, sets, set*invocations, invocations, set*cells,
							initial, apply); difference != "" {
							return difference
						}
					}
					return ""
				},
			}
		},
	}
}

// randomCells draws a cell for each invocation. Low cells are drawn more often.
func randomCells(l launch) []uint32 {
	r, out := newRandom(9), make([]uint32, workGroups*l.groupSize)
	for i := range out {
		out[i] = min(r.Uint32N(cells), r.Uint32N(cells))
	}
	return out
}

// checkCellSet checks one set of cells. The invocations from .. from+invocations-1 applied
// operations to them in some unknown order, so the final value must be the result of all
// operations, and the values that the operations returned must fit some order.
func checkCellSet(values, results []uint32, sets, from, invocations, firstCell, initial uint32,
	apply func(cell, value uint32) uint32) string {
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
			return fmt.Sprintf("cell %d is %#x after %d operations, not %#x", firstCell+uint32(c), last,
				len(found[c]), want[c])
		}
		if !inSomeOrder(initial, want[c], found[c], left[c]) {
			return fmt.Sprintf("the values that %d operations on cell %d returned fit no order of the operations",
				len(found[c]), firstCell+uint32(c))
		}
	}
	return ""
}

// inSomeOrder reports whether operations that found and left these values can have run one after
// the other, from the first value to the last. Each operation is an edge from the value that it
// found to the value that it left. An order is an Eulerian path: every value is entered as often
// as it is left, except at the two ends, and all edges are connected.
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
