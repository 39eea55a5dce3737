package construct

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// Greedy returns the tour of the greedy edge heuristic: it takes edges in the order of their
// lengths and skips each that would give a city a third edge or close a tour too early. Edges of
// equal length are ordered by their smaller city, then by their larger city (Bentley, "Fast
// Algorithms for Geometric Traveling Salesman Problems", ORSA Journal on Computing 4, 1992). Where
// cities are spread evenly the tour is 14 to 20% longer than the shortest.
//
// The edges come from candidate lists of equal length, one for each city, as
// [neighbour.Candidates] returns them. An edge longer than the one to the last candidate of either
// of its cities is left out: nearer cities may not be listed. The remaining fragments are joined
// in rounds, greedily again, by edges from each end to the nearest ends of other fragments. With
// all cities as candidates the result is the greedy tour of all edges. Fixed edges come before all
// others.
//
// The instance must be symmetric; otherwise, or when the lists do not fit it, the error is an
// [*tsp.Error]. Greedy uses all processors, is fastest when cities are in the order of
// [SpaceFilling], and returns the context's error when the context ends.
func Greedy(ctx context.Context, in *tsp.Instance, candidates []uint32) (tsp.Tour, error) {
	return GreedyBy(ctx, in, candidates, nil)
}

// GreedyBy returns a tour like [Greedy], but takes the listed edges in the order of other lengths,
// at least 0 and below 2³². The function by returns the other length of an edge from a smaller to
// a larger city; several goroutines call it. The edges between ends of fragments have their true
// lengths.
func GreedyBy(ctx context.Context, in *tsp.Instance, candidates []uint32,
	by func(a, b uint32, length int64) int64) (tsp.Tour, error) {
	n := in.Dimension()
	if !in.Symmetric() {
		return nil, tsp.Errorf("greedy tour",
			"the instance is asymmetric (%s); the heuristic needs a symmetric one", in.Kind)
	}
	if err := neighbour.CheckLists("greedy tour", n, candidates); err != nil {
		return nil, err
	}
	width := len(candidates) / n
	lists, err := newEdgeLists(ctx, in, candidates, width, by)
	if err != nil {
		return nil, err
	}
	f := joiner{fragments.New(n)}
	for _, e := range in.Fixed {
		f.Join(uint32(e[0]), uint32(e[1]))
	}
	if err := f.joinListed(ctx, lists); err != nil {
		return nil, err
	}
	if err := f.joinEnds(ctx, in); err != nil {
		return nil, err
	}
	return closeTour(f.Set), nil
}

// edgesAtOnce is the number of edges to join, or of cities with edges to list, after which the
// context is looked at again.
const edgesAtOnce = 1 << 12

// edgeLists has the edges from each city to the cities in its list.
type edgeLists struct {
	by       func(a, b uint32, length int64) int64 // see GreedyBy; nil: the length
	lists    []uint32
	width    int
	distance func(i, j uint32) int64
	// reach is, by city, the length up to which its list is complete. No valid instance has
	// distances beyond 32 bits.
	reach []uint32
}

func newEdgeLists(ctx context.Context, in *tsp.Instance, lists []uint32, width int,
	by func(a, b uint32, length int64) int64) (*edgeLists, error) {
	n := len(lists) / width
	l := &edgeLists{by: by, lists: lists, width: width, distance: in.DistanceFunc(), reach: make([]uint32, n)}
	err := parallel.For(ctx, n, func(i int) {
		city := uint32(i)
		l.reach[city] = uint32(min(l.distance(city, l.of(city)[width-1]), math.MaxUint32))
	})
	return l, err
}

// between returns the edges between cities in different ranges of size cities, each once.
func (l *edgeLists) between(ctx context.Context, size int) (parallel.Pairs, error) {
	parts := make([]parallel.Pairs, runtime.GOMAXPROCS(0))
	err := parallel.Each(ctx, len(parts), len(parts), func(_, part int) {
		from, to := part*len(l.reach)/len(parts), (part+1)*len(l.reach)/len(parts)
		for from < to && ctx.Err() == nil {
			first := from / size * size
			end := min(first+size, from+edgesAtOnce)
			l.appendEdges(&parts[part], from, min(end, to),
				func(other uint32) bool { return int(other) < first || int(other) >= first+size })
			from = end
		}
	})
	return parallel.Join(parts), err
}

// appendEdges appends the edges from the cities from..to-1 to the cities for which use returns
// true. An edge in the lists of both its cities is appended for the smaller one.
func (l *edgeLists) appendEdges(edges *parallel.Pairs, from, to int, use func(other uint32) bool) {
	edges.Grow(min((to-from)*l.width, edgesAtOnce))
	for city := uint32(from); int(city) < to; city++ {
		reach := l.reach[city]
		for _, other := range l.of(city) {
			if other == city || !use(other) {
				continue
			}
			length := l.distance(city, other)
			if length > int64(min(reach, l.reach[other])) || other < city && slices.Contains(l.of(other), city) {
				continue
			}
			if l.by != nil {
				length = l.by(min(city, other), max(city, other), length)
			}
			edges.Append(places.Key(length, min(city, other)), max(city, other))
		}
	}
}

func (l *edgeLists) of(city uint32) []uint32 { return l.lists[int(city)*l.width:][:l.width] }

// joiner joins the fragments of the greedy heuristic, on all processors.
type joiner struct{ *fragments.Set }

// closeTour closes the last fragment and returns it as a tour from city 0. For 4 million cities the walk along
// the links takes .2 s of one processor, where the greedy tour takes 6 s of two.
func closeTour(f *fragments.Set) tsp.Tour {
	for city, other := range f.Other {
		if other != fragments.Interior {
			f.Links[city][1] = other
		}
	}
	tour := make(tsp.Tour, len(f.Links))
	before, at := f.Links[0][0], uint32(0)
	for place := range tour {
		tour[place] = int32(at)
		next := f.Links[at][0]
		if next == before {
			next = f.Links[at][1]
		}
		before, at = at, next
	}
	return tour
}
