package parallel

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
)

const (
	// digitBits is the width of a radix digit. More bits mean fewer passes, and more places to
	// write to than a cache holds.
	digitBits = 11
	// bucketBits is the same for a bucket that is in a cache and has fewer keys.
	bucketBits = 8
	// leastInBuckets is the least number of pairs for a sort by buckets: with fewer, their
	// counters take more time than their keys.
	leastInBuckets = 1 << 19
)

// Sorted returns the pairs by ascending keys; pairs with equal keys keep their order. It is a
// radix sort on all processors. It takes the memory of the pairs once more, unless they are few, and overwrites p.
func (p Pairs) Sorted() Pairs {
	if p.sortedAsFew() || slices.IsSorted(p.Keys) {
		return p
	}
	const least = 1 << 14 // a part with fewer pairs takes less time than its counters
	parts := min(runtime.GOMAXPROCS(0), len(p.Keys)/least+1)
	varying, other := p.varying(parts), NewPairs(len(p.Keys))
	if len(p.Keys) >= leastInBuckets {
		if p.divide(other, varying, parts) {
			return other
		}
		p, other = other, p // in the order of one digit
	}
	return p.sorted(other, varying, newCounters(parts, digitBits))
}

// SortedIn returns the same as Sorted. It uses one processor, and memory if that is large enough:
// else it makes it larger.
func (p Pairs) SortedIn(memory *Pairs) Pairs {
	if p.sortedAsFew() || slices.IsSorted(p.Keys) {
		return p
	}
	if n := len(p.Keys); cap(memory.Keys) < n {
		*memory = NewPairs(n)
	}
	return p.sorted(memory.Part(0, len(p.Keys)), p.varying(1), newCounters(1, digitBits))
}

// sortedAsFew sorts up to few pairs in place, for which counters take more time than an insertion sort.
// It reports whether it has.
func (p Pairs) sortedAsFew() bool {
	if len(p.Keys) > few {
		return false
	}
	for i, key := range p.Keys {
		value, at := p.Values[i], i
		for ; at > 0 && p.Keys[at-1] > key; at-- {
			p.Keys[at], p.Values[at] = p.Keys[at-1], p.Values[at-1]
		}
		p.Keys[at], p.Values[at] = key, value
	}
	return true
}

// varying returns the bits that are not equal in all keys.
func (p Pairs) varying(parts int) (varying uint64) {
	of := make([]uint64, parts)
	Parts(len(p.Keys), parts, func(part, from, to int) {
		varying := uint64(0)
		for _, key := range p.Keys[from:to] {
			varying |= key ^ p.Keys[0]
		}
		of[part] = varying
	})
	for _, bits := range of {
		varying |= bits
	}
	return varying
}

// divide sorts the pairs into to: by the highest digit, then each bucket with the same digit on
// one processor, in its cache. It returns false, with only the first step done, if a bucket is too
// large for one processor.
func (p Pairs) divide(to Pairs, varying uint64, parts int) bool {
	shift := max(bits.Len64(varying)-digitBits, 0)
	next := newCounters(parts, digitBits)
	p.pass(to, shift, next)
	end, from := next[parts-1], 0 // by bucket
	for _, to := range end {
		if 2*(to-from)*parts > 3*len(p.Keys) {
			return false
		}
		from = to
	}
	counters := make([][][]int, runtime.GOMAXPROCS(0))
	_ = Each(context.Background(), len(counters), len(end), func(worker, bucket int) {
		if counters[worker] == nil {
			counters[worker] = newCounters(1, bucketBits)
		}
		from := 0
		if bucket > 0 {
			from = end[bucket-1]
		}
		own := to.Part(from, end[bucket])
		sorted := own.sorted(p.Part(from, end[bucket]), varying&(1<<shift-1), counters[worker])
		copy(own.Keys, sorted.Keys)
		copy(own.Values, sorted.Values)
	})
	return true
}

// sorted sorts by the varying bits, the least digit first. The result is in p or in other.
func (p Pairs) sorted(other Pairs, varying uint64, next [][]int) Pairs {
	digit := bits.Len(uint(len(next[0]))) - 1
	for shift := 0; varying>>shift != 0; shift += digit {
		shift += bits.TrailingZeros64(varying >> shift) // digits that are equal in all keys need no pass
		p.pass(other, shift, next)
		p, other = other, p
	}
	return p
}

// newCounters returns counters for each part, by digit.
func newCounters(parts, digitBits int) [][]int {
	counters := make([][]int, parts)
	for part := range counters {
		counters[part] = make([]int, 1<<digitBits)
	}
	return counters
}

// pass sorts the pairs into to by the digit that begins at a bit. Each part of the pairs has a
// processor and counters, by digit: first of the number of keys, then of the place of the next
// one. In the end they have the place after the last one.
func (p Pairs) pass(to Pairs, shift int, next [][]int) {
	mask := uint64(len(next[0]) - 1)
	Parts(len(p.Keys), len(next), func(part, from, end int) {
		count := next[part]
		clear(count)
		for _, key := range p.Keys[from:end] {
			count[key>>shift&mask]++
		}
	})
	place := 0
	for d := range next[0] {
		for part := range next {
			place, next[part][d] = place+next[part][d], place
		}
	}
	Parts(len(p.Keys), len(next), func(part, from, end int) {
		place := next[part]
		for i, key := range p.Keys[from:end] {
			at := &place[key>>shift&mask]
			to.Keys[*at], to.Values[*at] = key, p.Values[from+i]
			*at++
		}
	})
}
