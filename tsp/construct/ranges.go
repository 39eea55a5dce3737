package construct

import (
	"context"
	"runtime"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
)

// rangeJoiner joins fragments by the edges of a range of cities with consecutive numbers, while
// others work on other ranges. Most edges are within a range if the cities are numbered along a
// curve.
//
// After the postponed edges are joined too, the result is the same as if all edges of all ranges
// were joined one after the other, in their order. The joiner takes the edges of its range in
// their order. It postpones the edges that leave the range, and the edges of fragments with an end
// outside. Nobody knows yet whether a postponed edge will join its cities. So the later edges at
// its cities are postponed too, and so is an edge between two fragments that both have a postponed
// edge at their other ends: it could close a cycle. Whether any other edge joins does not depend
// on the postponed edges. And as it closes no cycle with them, it does not decide about an earlier
// postponed edge.
type rangeJoiner struct {
	*fragments.Set
	from, to  uint32         // the range: from..to-1
	pending   []bool         // by city of the range: it has a postponed edge
	edges     parallel.Pairs // of the range, not taken yet
	part      parallel.Pairs // the next of them to take
	memory    parallel.Pairs // for the sort
	postponed parallel.Pairs // of all ranges of this joiner
	joined    int            // edges
}

// joinRanges joins fragments by edges within ranges of size cities, and returns the postponed
// edges. A key has the length and, in the low 32 bits, the smaller city; its value is the larger
// city. The function inside appends more edges within a range.
func (f joiner) joinRanges(ctx context.Context, size int, edges parallel.Pairs,
	inside func(from, to int, edges *parallel.Pairs)) (parallel.Pairs, error) {
	n := len(f.Other)
	first, edges := byRange(edges, size, (n+size-1)/size)
	joiners := make([]rangeJoiner, runtime.GOMAXPROCS(0))
	var joined atomic.Int64
	err := parallel.Each(ctx, len(joiners), len(first)-1, func(worker, i int) {
		r := &joiners[worker]
		if r.pending == nil {
			r.Set, r.pending = f.Set, make([]bool, size)
		}
		from, to := i*size, min((i+1)*size, n)
		r.begin(from, to, edges.Part(first[i], first[i+1]))
		inside(from, to, &r.edges)
		r.joinEdges()
		joined.Add(int64(r.joined))
	})
	f.Count -= int(joined.Load())
	postponed := make([]parallel.Pairs, len(joiners))
	for i := range joiners {
		postponed[i] = joiners[i].postponed
	}
	return parallel.Join(postponed), err
}

// begin begins a range with some of its edges.
func (r *rangeJoiner) begin(from, to int, edges parallel.Pairs) {
	r.from, r.to, r.joined = uint32(from), uint32(to), 0
	clear(r.pending)
	r.edges.Truncate(0)
	r.edges.AppendAll(edges)
}

// joinEdges takes all edges in their order.
func (r *rangeJoiner) joinEdges() {
	for _, limit := range limits(r.edges.Keys) {
		r.part.Truncate(0)
		moveBelow(&r.edges, &r.part, limit, r.open)
		inOrder(r.part.SortedIn(&r.memory), r.take)
	}
}

// take joins two fragments by an edge, or postpones the edge.
func (r *rangeJoiner) take(key uint64, b uint32) {
	a := uint32(key)
	switch {
	case !r.open(a, b):
		return
	case r.decides(a, b):
		r.Connect(a, b)
		r.joined++
		return
	}
	if r.has(a) {
		r.pending[a-r.from] = true
		r.postponed.Append(key, b) // for an edge that leaves the range, the range of its smaller city does so
	}
	if r.has(b) {
		r.pending[b-r.from] = true
	}
}

// has reports whether a city is in the range.
func (r *rangeJoiner) has(city uint32) bool { return city-r.from < r.to-r.from }

// open reports whether the cities of an edge, as far as they are in the range, are ends of
// different fragments.
func (r *rangeJoiner) open(a, b uint32) bool {
	return a != b && (!r.has(a) || r.openAt(a, b)) && (!r.has(b) || r.openAt(b, a))
}

func (r *rangeJoiner) openAt(city, to uint32) bool {
	end := r.Other[city]
	return end != fragments.Interior && end != to
}

// decides reports whether an open edge joins its fragments whatever becomes of the postponed
// edges.
func (r *rangeJoiner) decides(a, b uint32) bool {
	if !r.has(a) || !r.has(b) || r.pending[a-r.from] || r.pending[b-r.from] {
		return false
	}
	endA, endB := r.Other[a], r.Other[b]
	return r.has(endA) && r.has(endB) && !(r.pending[endA-r.from] && r.pending[endB-r.from])
}

// byRange returns edges in the order of their ranges, and the index of the first edge of each of
// count ranges. An edge between two ranges is in both.
func byRange(edges parallel.Pairs, size, count int) (first []int, sorted parallel.Pairs) {
	n, parts := len(edges.Keys), runtime.GOMAXPROCS(0)
	next := make([]int, count*parts) // by range and part: first the number of edges, then the place of the next one
	each := func(part, from, to int, use func(next *int, i int)) {
		for i := from; i < to; i++ {
			a, b := int(uint32(edges.Keys[i]))/size, int(edges.Values[i])/size
			use(&next[a*parts+part], i)
			if a != b {
				use(&next[b*parts+part], i)
			}
		}
	}
	parallel.Parts(n, parts, func(part, from, to int) { each(part, from, to, func(next *int, _ int) { *next++ }) })
	first, place := make([]int, count+1), 0
	for i, edges := range next {
		if i%parts == 0 {
			first[i/parts] = place
		}
		next[i], place = place, place+edges
	}
	first[count] = place
	sorted = parallel.NewPairs(place)
	parallel.Parts(n, parts, func(part, from, to int) {
		each(part, from, to, func(next *int, i int) {
			sorted.Keys[*next], sorted.Values[*next] = edges.Keys[i], edges.Values[i]
			*next++
		})
	})
	return first, sorted
}
