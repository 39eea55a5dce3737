package lk_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Improve makes the moves of Run in small steps.
func TestImproveInSteps(t *testing.T) {
	const n = 200
	in := tsptest.Generate(t, "clustered", n, 1)
	near := must.Get(neighbour.Candidates(t.Context(), in, 8, 0))(t)
	cities := inOrder(n)
	problem := lk.NewProblem(in, cities, near)
	whole, steps := lk.New(problem, cities, 1), lk.New(problem, cities, 1)
	whole.Run(0)
	calls := 1
	for !steps.Improve(3) {
		calls++
	}
	if !slices.Equal(steps.Tour(), whole.Tour()) || steps.Length() != whole.Length() || calls < n/3 {
		t.Errorf("length %d after %d calls, at once %d", steps.Length(), calls, whole.Length())
	}
}
