package aco

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
)

// A run with fixed edges, or of a path, is repeated by its report. The target in it is a length
// of the caller's instance.
func TestReplayOfReducedInstances(t *testing.T) {
	testkind.ComparesRuns(t)
	in := generated(t, 60)
	fixed := withFixed(t, rand.New(rand.NewPCG(16, 8)), in, 3)
	for name, c := range map[string]struct {
		instance *tsp.Instance
		path     *tsp.Ends
	}{
		"fixed edges": {fixed, nil},
		"path":        {in, &tsp.Ends{30, 7}},
		"free end":    {in, &tsp.Ends{30, tsp.FreeEnd}},
		"both":        {fixed, &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}},
	} {
		if testing.Short() && name != "path" && name != "both" {
			continue
		}
		options := Options{Devices: onProcessor(t), Iterations: 20, Method: Automatic{Ants: 32}, Path: c.path}
		first, err := Solve(t.Context(), c.instance, options)
		if err != nil {
			t.Fatal(err)
		}
		options.Target, options.Iterations = first.Trace[len(first.Trace)/2].Length, 40
		toTarget, err := Solve(t.Context(), c.instance, options)
		if err != nil {
			t.Fatal(err)
		}
		if toTarget.Stop != StopTarget || targetOf(toTarget) != options.Target {
			t.Errorf("%s: stopped by %s, target %d in the schedule, want %d", name, toTarget.Stop, targetOf(toTarget),
				options.Target)
		}
		for _, run := range []*Result{first, toTarget} {
			again, err := Solve(t.Context(), c.instance,
				Options{Devices: onProcessor(t), Path: c.path, Method: run.Replay()})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again.Tour, run.Tour) || again.Length != run.Length || targetOf(again) != targetOf(run) ||
				again.Stop != run.Stop {
				t.Errorf("%s: length %d, stopped by %s, target %d; again %d, %s, %d", name,
					run.Length, run.Stop, targetOf(run), again.Length, again.Stop, targetOf(again))
			}
		}
	}
}

// targetOf returns the target in the schedule of a run of the default solver.
func targetOf(r *Result) int64 { return r.Method.(*MergedResult).Schedule.steps.Target }
