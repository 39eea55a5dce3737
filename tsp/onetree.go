package tsp

import (
	"context"
	"math"
	"runtime"
	"slices"
)

// noCity stands for no city.
const noCity = math.MaxUint32

// oneTree is a minimum 1-tree: a minimum spanning tree, and one more edge at one of its leaves, the special city.
type oneTree struct {
	forest          // of the spanning tree
	degree  []int32 // by city, with the additional edge
	special uint32  // noCity if no leaf has a second edge
	second  int64   // the weight of the additional edge
	weight  int64   // of all edges, less twice the weight of all cities: at most the length of a tour
}

// oneTree returns the minimum 1-tree that is heaviest over all special cities: there, a tree closest to a tour.
func (g *graph) oneTree() *oneTree {
	n := len(g.nodes)
	t := &oneTree{forest: newForest(n), degree: make([]int32, n), special: noCity, second: math.MinInt64}
	count := make([]uint8, n)   // by city: its edges so far, up to 2
	second := make([]uint32, n) // by city: its second lightest edge
	for _, i := range g.sorted() {
		e := g.edges[i]
		for _, city := range [2]uint32{e.a, e.b} {
			if count[city] < 2 {
				count[city]++
				second[city] = i
			}
		}
		if w := g.weight(e); t.join(e.a, e.b, w) {
			t.add(e, w)
		}
	}
	for city, degree := range t.degree {
		if degree == 1 && count[city] == 2 {
			if w := g.weight(g.edges[second[city]]); w > t.second {
				t.special, t.second = uint32(city), w
			}
		}
	}
	if t.special != noCity {
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

// ascend changes the weights of cities in steps: cities with more than two edges in the 1-tree become heavier, cities with one
// lighter. It keeps the weights with the heaviest 1-tree, which is a lower bound of all tours (Held and Karp, "The Traveling-Salesman
// Problem and Minimum Spanning Trees: Part II", Mathematical Programming 1, 1971). The change follows the degrees of the last two
// trees as Helsgaun's does; its size falls to 0 with the square of the steps left.
func (g *graph) ascend(ctx context.Context, steps int) error {
	// The first change for each missing or additional edge is this part of a mean edge. Of 1/5, 1/10, 1/20 and 1/80 it led to the
	// largest bounds on most instances.
	const part = 10
	best, most := slices.Clone(g.nodes), int64(math.MinInt64)
	before := make([]int32, len(g.nodes))
	var first int64
	for k := range steps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t := g.oneTree()
		if k == 0 {
			first = t.weight / int64(part*len(g.nodes))
			for city, degree := range t.degree {
				before[city] = degree - 2
			}
		}
		if t.weight > most {
			most = t.weight
			copy(best, g.nodes)
		}
		left, all := int64(steps-k), int64(steps)
		size := first * left / all * left / all
		for city, degree := range t.degree {
			g.nodes[city] += size * int64(7*(degree-2)+3*before[city]) / 10
			before[city] = degree - 2
		}
	}
	g.nodes = best
	return nil
}

// nearest returns the lists of [AlphaNearest]. Each city must have width edges.
func (g *graph) nearest(ctx context.Context, width int) ([]uint32, error) {
	t := g.oneTree()
	n := len(g.nodes)
	first, at := g.byCity()
	return alphaLists(ctx, n, width, func(city uint32, to *alphaSmallest, _ *[]int64) {
		for _, i := range at[first[city]:first[city+1]] {
			e := g.edges[i]
			to.offer(alphaKey{t.alpha(e, g.weight(e)), nearKey(e.length/weightUnit, e.a^e.b^city)})
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
