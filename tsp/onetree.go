package tsp

import (
	"context"
	"math"
	"runtime"
)

// noPlace stands for no city.
const noPlace = math.MaxUint32

// oneTree is a minimum 1-tree: a minimum spanning tree, and one more edge at one of its leaves, the special city.
type oneTree struct {
	forest          // of the spanning tree
	degree  []int32 // by place, with the additional edge
	special uint32  // its place, noPlace if no leaf has a second edge
	second  int64   // the weight of the additional edge
	weight  int64   // of all edges, less twice the weight of all cities: at most the length of a tour
}

// oneTree returns the minimum 1-tree that is heaviest over all special cities: there, a tree closest to a tour.
func (g *graph) oneTree() *oneTree {
	n := len(g.nodes)
	t := &oneTree{forest: newForest(n), degree: make([]int32, n), special: noPlace, second: math.MinInt64}
	count := make([]uint8, n)   // by place: the edges so far, up to 2
	second := make([]uint32, n) // by place: the second lightest edge
	for _, i := range g.sorted() {
		e := g.edges[i]
		for _, place := range [2]uint32{e.a, e.b} {
			if count[place] < 2 {
				count[place]++
				second[place] = i
			}
		}
		if w := g.weight(e); t.join(e.a, e.b, w) {
			t.add(e, w)
		}
	}
	for place, degree := range t.degree {
		if degree == 1 && count[place] == 2 {
			if w := g.weight(g.edges[second[place]]); w > t.second {
				t.special, t.second = uint32(place), w
			}
		}
	}
	if t.special != noPlace {
		t.add(g.edges[second[t.special]], t.second)
	}
	for _, w := range g.nodes {
		t.weight -= 2 * w
	}
	return t
}

func (t *oneTree) add(e edge, weight int64) {
	t.degree[e.a]++
	t.degree[e.b]++
	t.weight += weight
}

// sorted returns the numbers of the edges in the order of their weights, then of the numbers.
func (g *graph) sorted() []uint32 {
	least := int64(math.MaxInt64)
	for _, e := range g.edges {
		least = min(least, g.weight(e))
	}
	p := newPairs(len(g.edges))
	inParts(len(g.edges), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			p.keys[i], p.values[i] = uint64(g.weight(g.edges[i])-least), uint32(i)
		}
	})
	return p.sorted().values
}

// nearest returns the lists of [AlphaNearest]. Each city must have width edges.
func (g *graph) nearest(ctx context.Context, width int) ([]uint32, error) {
	t := g.oneTree()
	first, numbers := g.byPlace()
	return alphaLists(ctx, g.cities, width, func(place uint32, to *alphaSmallest, _ *[]int64) {
		for _, i := range numbers[first[place]:first[place+1]] {
			e := g.edges[i]
			other := g.cities[e.a^e.b^place]
			to.offer(alphaKey{t.alpha(e, g.weight(e)), nearKey(e.length/weightUnit, other)})
		}
	})
}

// alpha returns the alpha value of an edge with a weight.
func (t *oneTree) alpha(e edge, weight int64) int64 {
	if e.a == t.special || e.b == t.special {
		return max(weight-t.second, 0)
	}
	return weight - t.heaviest(e.a, e.b)
}
