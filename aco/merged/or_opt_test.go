package merged

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// No run ends with a tour that Or-opt shortens, however soon it ends. Its steps make the same tour
// again.
func TestOrOptAtTheEnd(t *testing.T) {
	asItIs := func(in *tsp.Instance) *tsp.Instance { return in }
	for name, of := range map[string]struct {
		kind   string
		change func(*tsp.Instance) *tsp.Instance
		rules  engine.Rules
	}{
		"one iteration": {"clustered", asItIs, engine.Rules{Iterations: 1}},
		"equal edges":   {"grid", asItIs, engine.Rules{Iterations: 9}},
		"globe":         {"uniform", Globe, engine.Rules{Iterations: 2}},
		"matrix":        {"uniform", Matrix, engine.Rules{Iterations: 2}},
		"stall":         {"uniform", asItIs, engine.Rules{TimeLimit: time.Hour, Stall: 8}},
	} {
		t.Run(name, func(t *testing.T) {
			instance := of.change(tsptest.Generate(t, of.kind, 220, 5))
			processor := make([]*pipeline.Device, 1)
			result, err := Solve(t.Context(), instance, processor, Options{Parameters: parameters(3), Rules: of.rules}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if gain := tsptest.OrOptGain(instance, result.Tour); gain > 0 {
				t.Errorf("after %d iterations a move of Or-opt shortens the tour by %d", result.Iterations, gain)
			}
			again, err := Solve(t.Context(), instance, processor, Options{Parameters: result.Parameters, Schedule: &result.Schedule}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again.Tour, result.Tour) {
				t.Errorf("the steps make a tour of length %d, the run made one of %d", again.Length, result.Length)
			}
		})
	}
}

// The schedule of a run that had no time for Or-opt is repeated without it.
func TestSchedulesWithoutOrOpt(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 220, 5)
	processor := make([]*pipeline.Device, 1)
	result, err := Solve(t.Context(), instance, processor, Options{Parameters: parameters(1), Rules: engine.Rules{Iterations: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result.Schedule.OrOpt = false
	before, err := Solve(t.Context(), instance, processor, Options{Parameters: result.Parameters, Schedule: &result.Schedule}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if before.Length <= result.Length {
		t.Errorf("length %d without Or-opt, %d with it", before.Length, result.Length)
	}
}

// Or-opt by near cities is followed by one of all cities, unless there are too many.
func TestOrOptLists(t *testing.T) {
	for _, c := range []struct {
		cities int
		near   bool
		want   string
	}{{100, false, "[[]]"}, {100, true, "[[7] []]"}, {maxWholeOrOpt + 1, false, "[[7]]"}} {
		r := &run{model: &model.Model{Cities: c.cities, Near: []uint32{7}}, schedule: Schedule{OrOptNear: c.near}}
		if lists, err := r.orOptLists(t.Context()); err != nil || fmt.Sprint(lists) != c.want {
			t.Errorf("%+v: lists %v, %v", c, lists, err)
		}
	}
}
