package bound

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A limit that ends before the first tree leaves a smaller bound, which no tour is shorter than.
// Without the limit the same ascent has a larger one.
func TestLimitBeforeTheFirstTree(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	rapid.Check(t, func(t *rapid.T) {
		in, _, err := simplify(t.Context(), drawProblem(t, 8), nil)
		must.Do(t, err)
		if onlyTour(in) != nil {
			t.Skip("there is only one tour")
		}
		a := must.Get(newAscent(t.Context(), t.Context(), in, Options{}, time.Now()))(t)
		got := must.Get(a.run(t.Context(), ended, Options{Iterations: 10}, time.Now()))(t)
		if optimum, _ := tsptest.Optimum(in); got.Length > optimum || got.Length != a.first || got.Degrees != nil {
			t.Fatalf("bound %+v, first %d, shortest tour %d", got, a.first, optimum)
		}
		whole, err := a.run(t.Context(), t.Context(), Options{Iterations: 10}, time.Now())
		if err != nil || whole.Length < got.Length {
			t.Fatalf("bound %+v after %+v, %v", whole, got, err)
		}
	})
}

// In an asymmetric instance the prices prove a bound before there is a graph.
func TestLimitBeforeTheGraph(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	in := must.Get(generate.Instance("oneway", 400, 1))(t)
	a := must.Get(newAscent(t.Context(), ended, in, Options{}, time.Now()))(t)
	got, err := a.run(t.Context(), ended, Options{}, time.Now())
	if err != nil || got.Length != a.first || got.Length <= 0 || a.graph != nil {
		t.Errorf("bound %+v, first %d, %v", got, a.first, err)
	}
}

// A limit that leaves no time for any bound is an error of this package; a context that ends is
// not.
func TestLimitBeforeAnyBound(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 2000, 1)
	var refused *tsp.Error
	if _, err := HeldKarp(t.Context(), in, Options{TimeLimit: 1}); !errors.As(err, &refused) {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := HeldKarp(ended, in, Options{TimeLimit: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
