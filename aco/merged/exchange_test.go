package merged

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A replay repeats a recombination that the time limit interrupted, with the same number of
// rounds.
func TestInterruptedRecombination(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 2000, 3)
	o := Options{Parameters: parameters(3), Rules: engine.Rules{TimeLimit: time.Hour}}
	o.Parameters.Ants = 64
	m, err := model.New(t.Context(), instance, o.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	o.watch = func(p engine.Progress) {
		if p.Iteration == 150 {
			time.Sleep(o.TimeLimit)
		}
	}
	var want *Result
	synctest.Test(t, func(t *testing.T) { // the time of the processor does not count
		r := mustRun(t, o.WithDefaults(), m, instance, newCPUColonies(m))
		r.Loop(t.Context())
		want, err = r.result()
	})
	if err != nil {
		t.Fatal(err)
	}
	if last := want.Schedule.Steps[len(want.Schedule.Steps)-1]; want.Stop != engine.StopTimeLimit || !last.Exchange || last.Rounds != 1 {
		t.Fatalf("stopped by %q after the step %+v", want.Stop, last)
	}
	checkEqual(t, "replayed", mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &want.Schedule}), want)
	whole := want.Schedule
	whole.Steps[len(whole.Steps)-1].Rounds = 0
	if again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &whole}); again.Length >= want.Length {
		t.Errorf("the complete recombination has length %d, the interrupted one %d", again.Length, want.Length)
	}
}

// A tour that colonies' tours are recombined to is the best one at once, before a colony continues
// from it.
func TestRecombinedTourIsOffered(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 1000, 3)
	result := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: parameters(4), Rules: engine.Rules{Iterations: 200}})
	if !slices.ContainsFunc(result.Trace, func(i engine.Improvement) bool { return i.Recombined }) {
		t.Errorf("no improvement is of a recombination: %+v", result.Trace)
	}
}
