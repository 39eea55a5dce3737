package onetree_test

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// No 1-tree weighs more than the shortest tour, and the ascent makes it heavier.
func TestAscentIsALowerBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawMatrix(t, 8)
		g := complete(in)
		before := g.OneTree().Weight
		if _, err := g.Ascend(context.Background(), rapid.IntRange(0, 60).Draw(t, "steps"),
			onetree.FromZero); err != nil {
			t.Fatal(err)
		}
		if after, most := g.OneTree().Weight, shortest(in)*unit; after < before || after > most {
			t.Fatalf("before the ascent %d, after it %d, shortest tour %d", before, after, most)
		}
	})
}

// shortest returns the length of the shortest tour, by dynamic programming over sets of cities.
func shortest(in *tsp.Instance) int64 {
	n := in.Dimension()
	paths := make([][]int64, 1<<n) // by set and last city: the shortest path from city 0
	for set := range paths {
		paths[set] = slices.Repeat([]int64{math.MaxInt64 / 2}, n)
	}
	paths[1][0] = 0
	for set := range paths {
		for rest := set; rest != 0; rest &= rest - 1 {
			last := bits.TrailingZeros(uint(rest))
			for next := range n {
				if grown := set | 1<<next; grown != set {
					paths[grown][next] = min(paths[grown][next], paths[set][last]+in.Distance(last, next))
				}
			}
		}
	}
	best := int64(math.MaxInt64)
	for last := 1; last < n; last++ {
		best = min(best, paths[1<<n-1][last]+in.Distance(last, 0))
	}
	return best
}

// The ascent brings the 1-tree of uniform cities close to the largest bound that weights of cities
// can have.
func TestAscentIsClose(t *testing.T) {
	in, err := generate.Instance("uniform", 2000, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := neighbour.Candidates(t.Context(), in, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	g := graphOf(t, in, lists)
	before := g.OneTree().Weight
	if _, err := g.Ascend(t.Context(), 100, onetree.FromZero); err != nil {
		t.Fatal(err)
	}
	// About 0.7080·√(n·A), with few cities more (Johnson, McGeoch and Rothberg, "Asymptotic
	// Experimental Analysis for the Held-Karp Traveling Salesman Bound", SODA 1996).
	bound := 0.7080 * math.Sqrt(2000*1e12) * unit
	if after := g.OneTree().Weight; float64(before) > 0.98*bound || float64(after) < 0.99*bound {
		t.Errorf("before %.3f of the bound, after %.3f", float64(before)/bound, float64(after)/bound)
	}
}

// An ascent in blocks is nearly as good as an ascent of the whole graph.
func TestAscentInBlocks(t *testing.T) {
	for _, n := range []int{onetree.BlockCities + 1, 10_000} {
		in, err := generate.Instance("clustered", n, 1)
		if err != nil {
			t.Fatal(err)
		}
		lists, err := neighbour.Candidates(t.Context(), in, 4, 1)
		if err != nil {
			t.Fatal(err)
		}
		g := graphOf(t, in, lists)
		whole := *g
		whole.Nodes = slices.Clone(g.Nodes)
		before := g.OneTree().Weight
		if err := g.AscendBlocks(t.Context(), 30); err != nil {
			t.Fatal(err)
		}
		if _, err := whole.Ascend(t.Context(), 30, onetree.FromZero); err != nil {
			t.Fatal(err)
		}
		if got, want := g.OneTree().Weight-before, whole.OneTree().Weight-before; float64(got) < 0.9*float64(want) {
			t.Errorf("%d cities: the 1-tree becomes %d heavier, that of the whole graph %d", n, got, want)
		}
	}
}

// graphOf returns a connected graph with the edges of candidate lists.
func graphOf(t *testing.T, in *tsp.Instance, lists []uint32) *onetree.Graph {
	var cities []uint32
	curve, err := construct.SpaceFilling(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, city := range curve {
		cities = append(cities, uint32(city))
	}
	g := onetree.NewGraph(cities, lists, in.DistanceFunc(), unit)
	g.Connect()
	return g
}
