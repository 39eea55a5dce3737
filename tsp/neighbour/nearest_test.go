package neighbour_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// requireNeighbours fails unless the list of each city has the first cities of all cities, sorted
// by distance.
func requireNeighbours(t rapid.TB, in *tsp.Instance, width int) {
	n := in.Dimension()
	cities, distances, err := neighbour.Nearest(context.Background(), in, width)
	if err != nil {
		t.Fatal(err)
	}
	if len(cities) != n*width || len(distances) != n*width {
		t.Fatalf("%d cities and %d distances for %d lists of %d", len(cities), len(distances), n, width)
	}
	for i := range n {
		var others []int
		for j := range n {
			if j != i {
				others = append(others, j)
			}
		}
		slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(in.Distance(i, a), in.Distance(i, b)) })
		for k, want := range others[:width] {
			city, distance := cities[i*width+k], distances[i*width+k]
			if city != uint32(want) || distance != uint32(in.Distance(i, want)) {
				t.Fatalf("neighbour %d of %d: city %d at %d, want %d at %d", k, i, city, distance, want,
					in.Distance(i, want))
			}
		}
	}
}

func TestNeighboursOnEveryMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawInstance), rapid.Custom(tsptest.DrawStraight)).Draw(t, "instance")
		requireNeighbours(t, in, rapid.IntRange(0, min(40, in.Dimension()-1)).Draw(t, "width"))
	})
}

// Distances beyond 32 bits, which Validate would refuse, are clamped.
func TestNeighboursBeyond32Bits(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 1e10, 1e10 + 5}, Y: make([]float64, 3)}
	cities, distances, err := neighbour.Nearest(t.Context(), in, 2)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint32{1, 2, 2, 0, 1, 0}; !slices.Equal(cities, want) {
		t.Errorf("cities %v, want %v", cities, want)
	}
	if want := []uint32{math.MaxUint32, math.MaxUint32, 5, math.MaxUint32, 5,
		math.MaxUint32}; !slices.Equal(distances, want) {
		t.Errorf("distances %v, want %v", distances, want)
	}
}

func TestNeighboursRefuses(t *testing.T) {
	in := must.Get(generate.Instance("uniform", 10, 1))(t)
	for _, width := range []int{-1, 10} {
		_, _, err := neighbour.Nearest(t.Context(), in, width)
		tsptest.RequireError(t, "width", err, "with 10 cities each has 0 to 9")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, _, err := neighbour.Nearest(ended, in, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
}
