package tsp

import (
	"math/bits"
	"runtime"
	"slices"
)

// digitBits is the width of a radix digit. More bits mean fewer passes, and more places to write to than a cache holds.
const digitBits = 11

// pairs has keys, each with a value.
type pairs struct {
	keys   []uint64
	values []uint32
}

func newPairs(n int) pairs { return pairs{make([]uint64, n), make([]uint32, n)} }

// sorted returns the pairs by ascending keys; pairs with equal keys keep their order. It is a radix sort, least digit first,
// on all processors. It takes the memory of the pairs once more and overwrites p.
func (p pairs) sorted() pairs {
	if slices.IsSorted(p.keys) {
		return p
	}
	varying := uint64(0) // the bits in which keys differ; digits without any need no pass
	for _, key := range p.keys {
		varying |= key ^ p.keys[0]
	}
	other := newPairs(len(p.keys))
	for shift := 0; varying>>shift != 0; shift += digitBits {
		shift += bits.TrailingZeros64(varying >> shift)
		p.pass(other, shift)
		p, other = other, p
	}
	return p
}

// pass sorts the pairs into to by the digit that begins at a bit.
func (p pairs) pass(to pairs, shift int) {
	const least = 1 << 14 // a part with fewer pairs takes less time than its counters
	parts := min(runtime.GOMAXPROCS(0), len(p.keys)/least+1)
	next := make([][1 << digitBits]int, parts) // by part and digit: first the number of keys, then the place of the next one
	digit := func(key uint64) uint64 { return key >> shift & (1<<digitBits - 1) }
	inParts(len(p.keys), parts, func(part, from, end int) {
		count := &next[part]
		for _, key := range p.keys[from:end] {
			count[digit(key)]++
		}
	})
	place := 0
	for d := range 1 << digitBits {
		for part := range next {
			place, next[part][d] = place+next[part][d], place
		}
	}
	inParts(len(p.keys), parts, func(part, from, end int) {
		place := &next[part]
		for i, key := range p.keys[from:end] {
			at := &place[digit(key)]
			to.keys[*at], to.values[*at] = key, p.values[from+i]
			*at++
		}
	})
}
