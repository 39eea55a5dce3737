package merged

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A colony starts from an initial tour that is longer than the greedy tour. Its run is repeated with
// the same tour alone, and a run that did not use it is repeated with it, too.
func TestColonyStartsFromLongInitialTour(t *testing.T) {
	instance, on := tsptest.Generate(t, "clustered", 150, 3), []*pipeline.Device{nil}
	initial := longTour(t, instance)
	o := Options{Parameters: populationParameters(3), Rules: engine.Rules{Iterations: 60}}
	without := mustSolve(t, instance, on, o)
	o.InitialTour = initial
	result := mustSolve(t, instance, on, o)
	if !result.HasInitial || result.FirstTour != model.StartGreedy || result.FirstLength != without.FirstLength ||
		result.Schedule.FirstTour == without.Schedule.FirstTour {
		t.Errorf("has it: %v, first tour %s of length %d, want greedy of %d", result.HasInitial, result.FirstTour,
			result.FirstLength, without.FirstLength)
	}
	for name, c := range map[string]struct {
		of          *Result
		with, alike bool
	}{
		"repeated":                    {result, true, true},
		"without the tour":            {result, false, false},
		"a run that did not have it":  {without, false, true},
		"with a tour that had no use": {without, true, true},
	} {
		again := Options{Parameters: o.Parameters, Schedule: &c.of.Schedule}
		if c.with {
			again.InitialTour = initial
		}
		repeated, err := Solve(t.Context(), instance, on, again, nil)
		if c.alike != (err == nil) || err == nil && !slices.Equal(repeated.Tour, c.of.Tour) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// one that is longer than all others has no use
	o.InitialTour = tsptest.RandomTour(150)
	if random := mustSolve(t, instance, on, o); random.HasInitial || random.Tour.SHA256(true) != without.Tour.SHA256(true) {
		t.Error("a random tour changed the run")
	}
}
