package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A run with a time limit does not wait for the bound at its end; one without does.
func TestBoundAtTheEndOfARun(t *testing.T) {
	for _, c := range []struct {
		cities int
		limit  seconds
		want   string
	}{
		{20_000, seconds(time.Hour), "was not complete"},
		{50, 0, "lower bound 5"},
	} {
		s := &solveCommand{}
		s.Bound, s.TimeLimit = true, c.limit
		in := tsptest.Generate(t, "uniform", c.cities, 1)
		b := s.startBound(t.Context(), in, nil, time.Now())
		const length = 40_000_000
		if err := b.finish(length); err != nil {
			t.Error(err)
		}
		var out strings.Builder
		b.print(&out, in, &aco.Result{Length: length, UnitLength: length})
		if !strings.Contains(out.String(), c.want) || (b.Known() == 0) != (c.limit > 0) {
			t.Errorf("limit %v: bound %d, %q, want %q", time.Duration(c.limit), b.Known(), out.String(), c.want)
		}
	}
	// A bound that is longer than the tour is an error, and no report has it.
	wrong := lowerBound{Background: lowerbound.Computed(101)}
	if err := wrong.finish(101); err != nil || wrong.Known() != 101 {
		t.Errorf("a tour as long as the bound: %v", err)
	}
	var out strings.Builder
	err := wrong.finish(100)
	wrong.print(&out, &tsp.Instance{}, &aco.Result{Length: 100, UnitLength: 100})
	if contradiction := (*bound.ContradictionError)(nil); !errors.As(err, &contradiction) || exitCode(err) != exitFailure ||
		wrong.Known() != 0 || out.Len() > 0 {
		t.Errorf("error %v, bound %d, %q", err, wrong.Known(), out.String())
	}
	var none lowerBound
	if err := none.finish(1); err != nil || none.Known() != 0 {
		t.Error("no bound is known")
	}
}
