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

// Append adds a pair.
func (p *Pairs) Append(key uint64, value uint32) {
	p.Keys, p.Values = append(p.Keys, key), append(p.Values, value)
}

// AppendAll adds all pairs of another list.
func (p *Pairs) AppendAll(other Pairs) {
	p.Keys, p.Values = append(p.Keys, other.Keys...), append(p.Values, other.Values...)
}

// Truncate keeps the first n pairs, and the memory of all.
func (p *Pairs) Truncate(n int) { p.Keys, p.Values = p.Keys[:n], p.Values[:n] }

// Part returns the pairs from..to-1. They share the memory of p.
func (p Pairs) Part(from, to int) Pairs { return Pairs{p.Keys[from:to:to], p.Values[from:to:to]} }

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
	const least = 1 << 14 // a part with fewer pairs takes less time than its counters
	return p.sorted(&Pairs{}, min(runtime.GOMAXPROCS(0), len(p.Keys)/least+1))
}

// SortedIn returns the same as Sorted. It uses one processor, and memory if that is large enough: else it makes it larger.
func (p Pairs) SortedIn(memory *Pairs) Pairs { return p.sorted(memory, 1) }

func (p Pairs) sorted(memory *Pairs, parts int) Pairs {
	if slices.IsSorted(p.Keys) {
		return p
	}
	varying := uint64(0) // the bits in which keys differ; digits without any need no pass
	for _, key := range p.Keys {
		varying |= key ^ p.Keys[0]
	}
	if n := len(p.Keys); cap(memory.Keys) < n {
		*memory = NewPairs(n)
	}
	other := memory.Part(0, len(p.Keys))
	next := make([]counters, parts)
	for shift := 0; varying>>shift != 0; shift += digitBits {
		shift += bits.TrailingZeros64(varying >> shift)
		p.pass(other, shift, next)
		p, other = other, p
	}
	return p
}

// counters has by digit first the number of keys, then the place of the next one.
type counters [1 << digitBits]int

// pass sorts the pairs into to by the digit that begins at a bit. It uses a processor for each part that next has counters of.
func (p Pairs) pass(to Pairs, shift int, next []counters) {
	digit := func(key uint64) uint64 { return key >> shift & (1<<digitBits - 1) }
	Parts(len(p.Keys), len(next), func(part, from, end int) {
		count := &next[part]
		clear(count[:])
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
	Parts(len(p.Keys), len(next), func(part, from, end int) {
		place := &next[part]
		for i, key := range p.Keys[from:end] {
			at := &place[digit(key)]
			to.Keys[*at], to.Values[*at] = key, p.Values[from+i]
			*at++
		}
	})
}
