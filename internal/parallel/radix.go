package parallel

import (
	"math/bits"
	"runtime"
	"slices"
)

// digitBits is the width of a radix digit. More bits mean fewer passes, and more places to write to than a cache holds.
const digitBits = 11

// Pairs has keys, each with a value.
type Pairs struct {
	Keys   []uint64
	Values []uint32
}

func NewPairs(n int) Pairs { return Pairs{make([]uint64, n), make([]uint32, n)} }

// Join returns the pairs of all parts, one part after the other.
func Join(parts []Pairs) Pairs {
	first := make([]int, len(parts)+1)
	for i, part := range parts {
		first[i+1] = first[i] + len(part.Keys)
	}
	all := NewPairs(first[len(parts)])
	Parts(len(parts), len(parts), func(part, _, _ int) {
		copy(all.Keys[first[part]:], parts[part].Keys)
		copy(all.Values[first[part]:], parts[part].Values)
	})
	return all
}

// Sorted returns the pairs by ascending keys; pairs with equal keys keep their order. It is a radix sort, least digit first,
// on all processors. It takes the memory of the pairs once more and overwrites p.
func (p Pairs) Sorted() Pairs {
	if slices.IsSorted(p.Keys) {
		return p
	}
	varying := uint64(0) // the bits in which keys differ; digits without any need no pass
	for _, key := range p.Keys {
		varying |= key ^ p.Keys[0]
	}
	other := NewPairs(len(p.Keys))
	for shift := 0; varying>>shift != 0; shift += digitBits {
		shift += bits.TrailingZeros64(varying >> shift)
		p.pass(other, shift)
		p, other = other, p
	}
	return p
}

// pass sorts the pairs into to by the digit that begins at a bit.
func (p Pairs) pass(to Pairs, shift int) {
	const least = 1 << 14 // a part with fewer pairs takes less time than its counters
	parts := min(runtime.GOMAXPROCS(0), len(p.Keys)/least+1)
	next := make([][1 << digitBits]int, parts) // by part and digit: first the number of keys, then the place of the next one
	digit := func(key uint64) uint64 { return key >> shift & (1<<digitBits - 1) }
	Parts(len(p.Keys), parts, func(part, from, end int) {
		count := &next[part]
		for _, key := range p.Keys[from:end] {
			count[digit(key)]++
		}
	})
	place := 0
	for d := range 1 << digitBits {
		for part := range next {
			place, next[part][d] = place+next[part][d], place
		}
	}
	Parts(len(p.Keys), parts, func(part, from, end int) {
		place := &next[part]
		for i, key := range p.Keys[from:end] {
			at := &place[digit(key)]
			to.Keys[*at], to.Values[*at] = key, p.Values[from+i]
			*at++
		}
	})
}
