package construct_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func nearestNeighbour(t rapid.TB, in *tsp.Instance, start int) tsp.Tour {
	return must.Get(construct.NearestNeighbour(context.Background(), in, start))(t)
}

func TestNearestNeighbour(t *testing.T) {
	// On a line: cities 1 and 3 are equally near to 2, and the smaller one is next.
	line := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 20, 30, 41}, Y: make([]float64, 5)}
	if diff := cmp.Diff(tsp.Tour{2, 1, 0, 3, 4}, nearestNeighbour(t, line, 2)); diff != "" {
		t.Error(diff)
	}
	for _, start := range []int{-1, 5} {
		_, err := construct.NearestNeighbour(t.Context(), line, start)
		tsptest.RequireError(t, fmt.Sprint("start ", start), err, "is outside 0..4")
	}
}

// requireNearest fails unless each step of the tour goes to the nearest remaining city, and to the
// smallest of equally near ones.
func requireNearest(t rapid.TB, in *tsp.Instance, start int) {
	tour := nearestNeighbour(t, in, start)
	if err := tour.Validate(in.Dimension()); err != nil || int(tour[0]) != start {
		t.Fatalf("%v: %v", tour, err)
	}
	for i := 1; i < len(tour); i++ {
		from, to := int(tour[i-1]), int(tour[i])
		for _, later := range tour[i+1:] {
			d, other := in.Distance(from, to), in.Distance(from, int(later))
			if other < d || other == d && int(later) < to {
				t.Fatalf("%v: after %d, city %d has priority over %d", tour, from, later, to)
			}
		}
	}
}

func TestNearestNeighbourOnEveryMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawInstance), rapid.Custom(tsptest.DrawStraight)).Draw(t, "instance")
		requireNearest(t, in, rapid.IntRange(0, in.Dimension()-1).Draw(t, "start"))
	})
}
