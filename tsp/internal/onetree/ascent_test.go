package onetree_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
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
		most, _ := tsptest.Optimum(in)
		if after := g.OneTree().Weight; after < before || after > most*unit {
			t.Fatalf("before the ascent %d, after it %d, shortest tour %d", before, after, most*unit)
		}
	})
}

// An ascent in blocks is nearly as good as an ascent of the whole graph.
func TestAscentInBlocks(t *testing.T) {
	for _, n := range []int{onetree.BlockCities + 1, 10_000} {
		in := must.Get(generate.Instance("clustered", n, 1))(t)
		lists := must.Get(neighbour.Candidates(t.Context(), in, 4, 1))(t)
		g := graphOf(t, in, lists)
		whole := *g
		whole.Nodes = slices.Clone(g.Nodes)
		before := g.OneTree().Weight
		must.Do(t, g.AscendBlocks(t.Context(), 30))
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
	curve := must.Get(construct.SpaceFilling(t.Context(), in))(t)
	for _, city := range curve {
		cities = append(cities, uint32(city))
	}
	g := onetree.NewGraph(cities, lists, in.DistanceFunc(), unit)
	g.Connect()
	return g
}
