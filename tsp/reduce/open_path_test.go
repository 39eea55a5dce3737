package reduce_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// A path is a closed tour of the closed instance and back, and the lengths differ by the offset. A
// closed tour of the original is one that stands for a path.
func TestClosePath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawWithFixed), rapid.Custom(drawDirected)).Draw(t, "instance")
		var tour tsp.Tour
		for _, path := range rapid.Permutation(reduce.FixedPaths(in)).Draw(t, "paths") {
			tour = append(tour, path...)
		}
		ends := tsp.Ends{tour[0], tour[len(tour)-1]}
		for i := range ends {
			if rapid.Bool().Draw(t, "free") {
				ends[i] = tsp.FreeEnd
			}
		}
		c, err := reduce.ClosePath(t.Context(), in, ends)
		if err != nil {
			if !strings.Contains(err.Error(), "whole tour is fixed") &&
				!strings.Contains(err.Error(), "a fixed edge joins") && !strings.Contains(err.Error(), "two fixed edges") {
				t.Fatal(err)
			}
			return
		}
		must.Do(t, c.Instance.Validate())
		closed := c.Reduce(tour)
		length, err := verify.Tour(c.Instance, closed)
		if err != nil {
			t.Fatalf("%v stands for %v: %v", closed, tour, err)
		}
		path := c.Expand(closed)
		if open, err := verify.Path(in, path, ends[0], ends[1]); err != nil || open != length+c.Offset {
			t.Fatalf("the path %v has length %d, its closed tour %d, the offset is %d: %v", path, open, length,
				c.Offset, err)
		}
		if want, err := verify.Path(in, tour, -1, -1); err != nil || length+c.Offset > want {
			t.Fatalf("the path %v has length %d, the path before %d: %v", path, length+c.Offset, want, err)
		}
		slices.Reverse(closed)
		if again := c.Expand(closed); in.Symmetric() && !slices.Equal(again, path) {
			t.Fatalf("backwards %v is expanded to %v, not to %v", closed, again, path)
		}
	})
}

// A free end needs a matrix, whose size is bounded.
func TestClosePathRefusesLargeMatrices(t *testing.T) {
	in := &tsp.Instance{Name: "large", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 46_340),
		Y: make([]float64, 46_340)}
	if _, err := reduce.ClosePath(t.Context(), in, tsp.Ends{0, tsp.FreeEnd}); err == nil ||
		!strings.Contains(err.Error(), "at most 46339 cities") {
		t.Error(err)
	}
	if _, err := reduce.ClosePath(t.Context(), in, tsp.Ends{0, 1}); err != nil {
		t.Error(err)
	}
}
