package construct

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// These sizes bound the edges of a range of [rangeJoiner] so that they stay in a processor's cache. With
// smaller ranges more edges are postponed. Ranges of 8192 to 65,536 cities took the same time, and of
// 262,144 7% more. The result does not depend on them.
const (
	leastRange, mostRange = 1 << 12, 1 << 16 // cities of a range with listed edges
	rangeEdges            = 1 << 17          // of a range with other edges
)

// joinListed joins fragments by the edges in lists.
func (f joiner) joinListed(ctx context.Context, l *edgeLists) error {
	if n := len(f.Other); n <= leastRange { // one range
		var edges parallel.Pairs
		l.appendEdges(&edges, 0, n, func(uint32) bool { return true })
		return f.joinInOrder(ctx, edges)
	}
	const ofProcessor = 4 // ranges, so that all processors end at about the same time
	size := min(max(len(f.Other)/(ofProcessor*runtime.GOMAXPROCS(0)), leastRange), mostRange)
	if !mostlyWithin(size, len(l.lists), func(i int) (a, b uint32) { return uint32(i / l.width), l.lists[i] }) {
		edges, err := l.between(ctx, 1)
		if err != nil {
			return err
		}
		return f.joinInOrder(ctx, edges)
	}
	edges, err := l.between(ctx, size)
	if err != nil {
		return err
	}
	edges, err = f.joinRanges(ctx, size, edges, func(from, to int, edges *parallel.Pairs) {
		l.appendEdges(edges, from, to, func(other uint32) bool { return int(other) >= from && int(other) < to })
	})
	if err != nil {
		return err
	}
	return f.joinAll(ctx, edges)
}

// joinAll joins fragments by edges in the order of their lengths, then of their smaller cities,
// then of their larger cities. A key has the length and, in the low 32 bits, the smaller city; its
// value is the larger city.
func (f joiner) joinAll(ctx context.Context, edges parallel.Pairs) (err error) {
	n := len(f.Other)
	for before := math.MaxInt; len(edges.Keys) <= before/2; {
		before = len(edges.Keys)
		size := max(n/(before/rangeEdges+1), 1)
		if size > n/2 || !mostlyWithin(size, before,
			func(i int) (a, b uint32) { return uint32(edges.Keys[i]), edges.Values[i] }) {
			break
		}
		if edges, err = f.joinRanges(ctx, size, edges, func(int, int, *parallel.Pairs) {}); err != nil {
			return err
		}
	}
	return f.joinInOrder(ctx, edges)
}

// mostlyWithin reports whether most of some edges are within ranges of size cities. It looks at a
// sample of n edges.
func mostlyWithin(size, n int, edge func(i int) (a, b uint32)) bool {
	const sample = 1 << 10
	within := 0
	for i := range sample {
		if a, b := edge(i * n / sample); int(a)/size == int(b)/size {
			within++
		}
	}
	return within > sample*3/4
}

// joinInOrder does the same as joinAll, one edge after the other.
func (f joiner) joinInOrder(ctx context.Context, edges parallel.Pairs) error {
	parts := runtime.GOMAXPROCS(0)
	if len(edges.Keys) <= edgesAtOnce {
		parts = 1
	}
	left := make([]parallel.Pairs, parts)
	next := make([]parallel.Pairs, len(left))
	parallel.Parts(len(edges.Keys), len(left), func(part, from, to int) { left[part] = edges.Part(from, to) })
	for _, limit := range limits(edges.Keys) {
		parallel.Parts(len(left), len(left), func(part, _, _ int) {
			next[part].Truncate(0)
			moveBelow(&left[part], &next[part], limit, f.Open)
		})
		sorted := parallel.Join(next).Sorted()
		for from, to := 0, 0; from < len(sorted.Keys); from = to {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			to = endOfKeys(sorted.Keys, from+edgesAtOnce)
			inOrder(sorted.Part(from, to), func(key uint64, larger uint32) { f.Join(uint32(key), larger) })
		}
	}
	return ctx.Err()
}

// endOfKeys returns the first place, from the given one on, at which a sorted key differs from the
// one before.
func endOfKeys(keys []uint64, place int) int {
	for place < len(keys) && keys[place] == keys[place-1] {
		place++
	}
	return min(place, len(keys))
}

// limits returns ascending keys that divide keys into a few parts of about the same size. Most
// edges of a later part lead to cities that have two edges by then, and need no sorting.
func limits(keys []uint64) []uint64 {
	const parts, sample = 4, 1 << 9
	if len(keys) < 2*sample {
		return []uint64{math.MaxUint64}
	}
	some := make([]uint64, sample)
	for i := range some {
		some[i] = keys[i*len(keys)/sample]
	}
	slices.Sort(some)
	limits := make([]uint64, 0, parts)
	for part := 1; part < parts; part++ {
		limits = append(limits, some[part*sample/parts])
	}
	return append(slices.Compact(limits), math.MaxUint64)
}

// moveBelow moves the open edges with keys below a limit from one list to the end of another. It
// drops the edges that are not open.
func moveBelow(from, to *parallel.Pairs, limit uint64, open func(a, b uint32) bool) {
	left := 0
	to.Grow(min(len(from.Keys), edgesAtOnce))
	for i, key := range from.Keys {
		larger := from.Values[i]
		switch {
		case !open(uint32(key), larger):
		case key < limit:
			to.Append(key, larger)
		default:
			from.Keys[left], from.Values[left] = key, larger
			left++
		}
	}
	from.Truncate(left)
}

// inOrder calls take for sorted edges; it sorts edges with equal keys by their larger cities.
func inOrder(edges parallel.Pairs, take func(key uint64, larger uint32)) {
	for i := 0; i < len(edges.Keys); {
		key, first := edges.Keys[i], i
		for i < len(edges.Keys) && edges.Keys[i] == key {
			i++
		}
		same := edges.Values[first:i]
		slices.Sort(same)
		for _, larger := range same {
			take(key, larger)
		}
	}
}
