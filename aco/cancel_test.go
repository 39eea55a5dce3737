package aco

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A run of a large instance whose context ends early returns a valid tour, without the searches
// that take minutes for such instances: candidates, greedy tours, local searches.
func TestLargeRunsAreCancelled(t *testing.T) {
	random := rand.New(rand.NewPCG(38, 7))
	draw := func() int32 { return 1 + random.Int32N(1000) }
	cities, ofMatrix := 50_000, 2000
	if testkind.Racing() { // ten times as slow
		cities, ofMatrix = 5000, 600
	}
	instances := map[string]*tsp.Instance{
		"plane":             generated(t, cities),
		"matrix":            tsptest.Matrix(tsp.TSP, ofMatrix, draw),
		"asymmetric matrix": tsptest.Matrix(tsp.ATSP, ofMatrix, draw),
	}
	if !testing.Short() {
		instances["1,000,000 cities"] = generated(t, 1_000_000)
	}
	for name, in := range instances {
		for _, o := range []Options{{}, {Path: &tsp.Ends{0, tsp.FreeEnd}}, {Method: ACS{Ants: 8, Memory: MemorySelective}}} {
			ctx, cancel := context.WithCancel(t.Context())
			o.Devices = onProcessor(t)
			o.Progress = func(Progress) { cancel() }
			result, err := Solve(ctx, in, o)
			if err != nil || result.Stop != StopInterrupted {
				t.Fatalf("%s, %T, path %v: %v, %v", name, o.Method, o.Path, result, err)
			}
			length, err := verifyTour(in, result.Tour, o.Path)
			if err != nil || length != result.Length {
				t.Errorf("%s, %T: length %d, verified %d: %v", name, o.Method, result.Length, length, err)
			}
		}
	}
}

// A repeated run has the tour of one that was interrupted, also where that one had no time for
// Or-opt at its end.
func TestReplayOfAnInterruptedMatrix(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(38, 8))
	in := tsptest.Matrix(tsp.ATSP, 1500, func() int32 { return 1 + random.Int32N(100_000) })
	ctx, cancel := context.WithCancel(t.Context())
	interrupted, err := Solve(ctx, in, Options{Devices: onProcessor(t), Method: Automatic{Ants: 64},
		Progress: func(p Progress) {
			if p.Phase == PhaseSearch && p.Iteration > 0 {
				cancel()
			}
		}})
	if err != nil || interrupted.Stop != StopInterrupted {
		t.Fatalf("%v, %v", interrupted, err)
	}
	again := mustSolve(t, in, Options{Method: interrupted.Replay()})
	if !slices.Equal(again.Tour, interrupted.Tour) {
		t.Errorf("length %d, and again %d", interrupted.Length, again.Length)
	}
}

// The deadline of a context is planned for as a time limit, if it is the sooner one and the run does not
// count iterations. Without a rule the run may end before.
func TestDeadlineIsTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			options Options
			within  time.Duration
			want    time.Duration // the limit
		}{
			"a later limit":  {Options{TimeLimit: time.Minute}, time.Second, time.Second},
			"a sooner limit": {Options{TimeLimit: time.Second}, time.Minute, time.Second},
			"no rule":        {Options{}, time.Second, time.Second},
			"a late one":     {Options{}, time.Hour, 0},
			"one that ended": {Options{}, 0, 0},
			"a target":       {Options{Target: 5}, time.Second, 0},
			"iterations":     {Options{Iterations: 1, TimeLimit: time.Minute}, time.Second, time.Minute},
			"a repeated run": {Options{Method: Resume{}}, time.Second, 0},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), c.within)
			defer cancel()
			r := &request{ctx: ctx, options: c.options.withStart()}
			r.planForDeadline()
			changed := r.options.TimeLimit != c.options.TimeLimit
			if settled := changed && c.options.TimeLimit == 0; r.options.TimeLimit != c.want || r.deadline != (changed || c.within == 0) ||
				r.rules().Settled != settled {
				t.Errorf("%s: %+v, interrupted %t", name, r.rules(), r.deadline)
			}
		}
	})
}

// A run that the deadline of its context ends is interrupted.
func TestDeadlineInterrupts(t *testing.T) {
	for looks := 1; looks < 1000; looks *= 10 {
		ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(time.Duration(looks)*time.Millisecond))
		result, err := Solve(ctx, generated(t, 301), Options{Devices: onProcessor(t), TimeLimit: 3 * time.Hour})
		cancel()
		if err != nil || result.Stop != StopInterrupted {
			t.Errorf("%v, %v", result, err)
		}
	}
}
