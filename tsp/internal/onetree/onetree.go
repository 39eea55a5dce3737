package onetree

import (
	"cmp"
	"math"
	"slices"
)

// noPlace stands for no city.
const noPlace = math.MaxUint32

// OneTree is a minimum 1-tree: a minimum spanning tree, and one more edge at one of its leaves,
// the special city.
type OneTree struct {
	Degree  []int32  // by place, with the additional edge
	Tree    []uint32 // the numbers of the edges of the spanning tree
	Special uint32   // the place of the special city, noPlace if no leaf has a second edge
	Second  int64    // the weight of the additional edge
	Weight  int64    // of all edges, less twice the weight of all cities: at most the length of a tour
}

// OneTree returns the minimum 1-tree that is heaviest over all special cities: there, a tree
// closest to a tour. Edges of equal weight are ordered by their numbers.
func (g *Graph) OneTree() *OneTree { return newBuilder(g, blockPlaces).oneTree() }

// oneTree returns a 1-tree, which is valid until the next call.
func (b *builder) oneTree() *OneTree {
	g, t := b.graph, &b.tree
	b.spanning()
	t.Special, t.Second = noPlace, math.MinInt64
	for place, degree := range t.Degree {
		if i := b.second[place]; degree == 1 && i.number != noEdge && i.weight > t.Second {
			t.Special, t.Second = uint32(place), i.weight
		}
	}
	if t.Special != noPlace {
		b.take(b.second[t.Special])
	}
	t.Weight += g.fixed * Bonus // exact: sums wrap around
	for _, w := range g.Nodes {
		t.Weight -= 2 * w
	}
	return t
}

// take adds an edge to the 1-tree.
func (b *builder) take(e numbered) {
	b.tree.Degree[b.graph.Edges[e.number].A]++
	b.tree.Degree[b.graph.Edges[e.number].B]++
	b.tree.Weight += e.weight
}

// Forest returns the sets of cities that the edges of a spanning tree join in the order of their
// weights, then of their numbers.
func (g *Graph) Forest(tree []uint32) *Forest {
	sorted := slices.Clone(tree)
	slices.SortFunc(sorted, func(i, k uint32) int {
		return cmp.Or(cmp.Compare(g.Weight(g.Edges[i]), g.Weight(g.Edges[k])), cmp.Compare(i, k))
	})
	f := NewForest(len(g.Nodes))
	for _, i := range sorted {
		e := g.Edges[i]
		f.Join(e.A, e.B, g.Weight(e))
	}
	return &f
}

// Alpha returns the alpha value of an edge with a weight. The forest is made of the spanning tree.
func (t *OneTree) Alpha(f *Forest, e Edge, weight int64) int64 {
	if e.A == t.Special || e.B == t.Special {
		return max(weight-t.Second, 0)
	}
	return weight - f.Heaviest(e.A, e.B)
}
