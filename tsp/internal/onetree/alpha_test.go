package onetree_test

import (
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"pgregory.net/rapid"
)

// drawMatrix draws a symmetric matrix; a small bound gives many equal distances.
func drawMatrix(t *rapid.T, most int) *tsp.Instance {
	n := rapid.IntRange(3, most).Draw(t, "cities")
	bound := rapid.SampledFrom([]int32{0, 1, 5, 1000, math.MaxInt32}).Draw(t, "bound")
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, n*n)}
	for i := range n {
		for j := range i {
			in.Weights[i*n+j] = rapid.Int32Range(0, bound).Draw(t, "distance")
			in.Weights[j*n+i] = in.Weights[i*n+j]
		}
	}
	return in
}

const unit = 64

// complete returns the graph of all edges, with weights of cities that are all 0. Places are
// cities.
func complete(in *tsp.Instance) *onetree.Graph {
	n := in.Dimension()
	var cities, lists []uint32
	for a := range uint32(n) {
		cities = append(cities, a)
		for b := range uint32(n) {
			if a != b {
				lists = append(lists, b)
			}
		}
	}
	return onetree.NewGraph(cities, lists, in.DistanceFunc(), unit)
}

// lightest returns the weight of the minimum 1-tree with a special city that has the edges
// required, by Kruskal's algorithm.
func lightest(g *onetree.Graph, special uint32, required ...onetree.Edge) int64 {
	sorted := slices.Clone(g.Edges)
	slices.SortStableFunc(sorted, func(a, b onetree.Edge) int { return int(max(min(g.Weight(a)-g.Weight(b), 1), -1)) })
	weight, atSpecial, set := int64(0), 0, make([]int, len(g.Nodes))
	for city := range set {
		set[city] = city
	}
	for i, e := range append(slices.Clone(required), sorted...) {
		if i >= len(required) && slices.Contains(required, e) {
			continue
		}
		switch from, to := set[e.A], set[e.B]; {
		case e.A == special || e.B == special:
			if atSpecial++; atSpecial <= 2 {
				weight += g.Weight(e)
			}
		case from != to:
			weight += g.Weight(e)
			for city := range set {
				if set[city] == from {
					set[city] = to
				}
			}
		}
	}
	return weight
}

// The alpha value of an edge is the difference between two minimum 1-trees: one must have
// the edge.
func TestAlphaByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawMatrix(t, 9)
		n := in.Dimension()
		g := complete(in)
		copy(g.Nodes, rapid.SliceOfN(rapid.Int64Range(-1000, 1000), n, n).Draw(t, "weights"))
		tree := g.OneTree()
		least := lightest(g, tree.Special)
		for _, w := range g.Nodes {
			least -= 2 * w
		}
		if tree.Weight != least {
			t.Fatalf("the 1-tree weighs %d, the minimum is %d", tree.Weight, least)
		}
		forest := g.Forest(tree.Tree)
		for _, e := range g.Edges {
			want := lightest(g, tree.Special, e) - lightest(g, tree.Special)
			if got := tree.Alpha(forest, e, g.Weight(e)); got != want {
				t.Fatalf("special city %d: alpha of %v is %d, want %d", tree.Special, e, got, want)
			}
		}
	})
}
