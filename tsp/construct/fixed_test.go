package construct_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Greedy tours and Or-opt keep fixed edges.
func TestFirstToursKeepFixedEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		n := in.Dimension()
		lists, err := neighbour.Candidates(t.Context(), in, rapid.IntRange(1, n-1).Draw(t, "width"), 0)
		if err != nil {
			t.Fatal(err)
		}
		tour, err := construct.Greedy(t.Context(), in, lists)
		if err != nil {
			t.Fatal(err)
		}
		length, err := verify.Tour(in, tour)
		if err != nil {
			t.Fatal(err)
		}
		shorter, gain, err := construct.OrOpt(t.Context(), in, tour)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := verify.Tour(in, shorter); err != nil || got != length-gain {
			t.Fatalf("Or-opt: length %d, want %d: %v", got, length-gain, err)
		}
	})
}
