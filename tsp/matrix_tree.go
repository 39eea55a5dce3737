package tsp

import (
	"context"
	"math"
)

// matrixTree is a minimum spanning tree of all edges of an instance, with weights of edges as in a graph.
type matrixTree struct {
	in     *Instance
	nodes  []int64  // by city: its weight
	order  []uint32 // a parent comes before its children; city 0 is first
	parent []uint32 // by city
	joined []int64  // by city: the weight of the edge to its parent
}

// newMatrixTree makes the tree from city 0 (Prim, "Shortest Connection Networks and Some Generalizations", Bell System Technical
// Journal 36, 1957). The error is that of the context.
func newMatrixTree(ctx context.Context, in *Instance, nodes []int64) (*matrixTree, error) {
	n := len(nodes)
	t := &matrixTree{in, nodes, make([]uint32, 0, n), make([]uint32, n), make([]int64, n)}
	left := make([]uint32, 0, n) // cities that are not in the tree
	for city := range n {
		t.joined[city] = math.MaxInt64
		left = append(left, uint32(city))
	}
	for at := 0; len(left) > 0; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		city := left[at]
		left[at] = left[len(left)-1]
		left = left[:len(left)-1]
		t.order = append(t.order, city)
		at = 0
		for i, other := range left {
			if w := t.weight(city, other); w < t.joined[other] {
				t.joined[other], t.parent[other] = w, city
			}
			if t.joined[other] < t.joined[left[at]] {
				at = i
			}
		}
	}
	return t, nil
}

func (t *matrixTree) weight(a, b uint32) int64 {
	return t.in.Distance(int(a), int(b))*weightUnit + t.nodes[a] + t.nodes[b]
}

// special returns the leaf whose second lightest edge is the heaviest, the smallest of several, and the weight of this edge. The error
// is that of the context.
func (t *matrixTree) special(ctx context.Context) (special uint32, second int64, err error) {
	n := len(t.nodes)
	degree := make([]int, n)
	for _, city := range t.order[1:] {
		degree[city]++
		degree[t.parent[city]]++
	}
	seconds := make([]int64, n) // by leaf
	err = inBatches(ctx, n, func(from, to int) {
		for city := from; city < to; city++ {
			if degree[city] == 1 {
				seconds[city] = t.second(uint32(city))
			}
		}
	})
	second = math.MinInt64
	for city, weight := range seconds {
		if degree[city] == 1 && weight > second {
			special, second = uint32(city), weight
		}
	}
	return special, second, err
}

// second returns the weight of the second lightest edge of a city.
func (t *matrixTree) second(city uint32) int64 {
	lightest, next := int64(math.MaxInt64), int64(math.MaxInt64)
	for i := range t.nodes {
		if other := uint32(i); other != city {
			w := t.weight(city, other)
			lightest, next = min(lightest, w), min(next, max(lightest, w))
		}
	}
	return next
}

// nearest returns the lists of [AlphaNearest].
func (t *matrixTree) nearest(ctx context.Context, cities []uint32, width int) ([]uint32, error) {
	n := len(t.nodes)
	special, second, err := t.special(ctx)
	if err != nil {
		return nil, err
	}
	return alphaLists(ctx, cities, width, func(city uint32, to *alphaSmallest, heaviest *[]int64) {
		if *heaviest == nil {
			*heaviest = make([]int64, n)
		}
		t.heaviest(city, *heaviest)
		for i, edge := range *heaviest {
			other := uint32(i)
			if other == city {
				continue
			}
			alpha := t.weight(city, other)
			if city == special || other == special {
				alpha = max(alpha-second, 0)
			} else {
				alpha -= edge
			}
			to.offer(alphaKey{alpha, nearKey(t.in.Distance(int(city), i), other)})
		}
	})
}

// heaviest sets, for each other city, the weight of the heaviest edge on the way to it in the tree (Helsgaun 2000, section 4.1).
func (t *matrixTree) heaviest(from uint32, to []int64) {
	const unknown = math.MinInt64
	for city := range to {
		to[city] = unknown
	}
	root := t.order[0]
	for city := from; city != root; city = t.parent[city] {
		to[t.parent[city]] = max(to[city], t.joined[city])
	}
	for _, city := range t.order {
		if city != from && to[city] == unknown {
			to[city] = max(to[t.parent[city]], t.joined[city])
		}
	}
}
