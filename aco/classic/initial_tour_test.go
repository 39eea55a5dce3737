package classic

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A run with an initial tour starts from it, has the same state on the processor, on a device and
// after a resumption, and other trails than a run without it.
func TestInitialTour(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 37, 1)
	nearest := must.Get(construct.NearestNeighbour(t.Context(), instance, 0))(t)
	shortened := must.Get(construct.OrOpt(t.Context(), instance, nearest, construct.OrOptOptions{}))(t)
	good := shortened.Tour
	const stop, end = 26, 51 // after the first and the second iteration in which MMAS reinforces the best tour
	for name, parameters := range checkpointParameters() {
		if testing.Short() && name != "near" && name != "candidates" && name != "selective" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o := Options{Parameters: parameters, Rules: engine.Rules{Iterations: end}, InitialTour: good}
			folder := t.TempDir()
			whole := runAndSave(t, instance, o, filepath.Join(folder, "whole"), nil)
			if first := whole.Trace[0]; first != [2]int64{0, good.Length(instance)} {
				t.Errorf("the trace begins with %v", first)
			}
			if diff := cmp.Diff(whole, runAndSave(t, instance, o,
				filepath.Join(folder, "device"), device)); diff != "" {
				t.Errorf("-processor +device:\n%s", diff)
			}
			o.Iterations = stop
			file := filepath.Join(folder, "resumed")
			runAndSave(t, instance, o, file, device)
			last := resumeOptions(t, file)
			last.Iterations = end
			if diff := cmp.Diff(whole, runAndSave(t, instance, last, file, nil)); diff != "" {
				t.Errorf("-whole +resumed:\n%s", diff)
			}
			o.InitialTour, o.Iterations = nil, end
			if without := runAndSave(t, instance, o, filepath.Join(folder, "without"), nil); cmp.Equal(whole.Carried,
				without.Carried) {
				t.Error("the trails are those of a run without an initial tour")
			}
		})
	}
}

// A longer tour than the nearest neighbour's changes nothing.
func TestLongInitialTour(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 37, 1)
	long := make(tsp.Tour, 37)
	for i := range long {
		long[i] = int32(i)
	}
	o := Options{Parameters: checkpointParameters()["mmas"], Rules: engine.Rules{Iterations: 3}}
	without := must.Get(Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil))(t)
	o.InitialTour = long
	with := must.Get(Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil))(t)
	if with.FromInitialTour || !slices.Equal(with.Tour, without.Tour) ||
		with.Trace[0].Length != without.Trace[0].Length {
		t.Errorf("a run with a long initial tour began with length %d, without it with %d", with.Trace[0].Length,
			without.Trace[0].Length)
	}
}

// An initial tour without a fixed edge, or without a city, is refused.
func TestWrongInitialTour(t *testing.T) {
	fixed := must.Get(square.WithFixed(tsp.Edge{0, 2}))(t)
	for _, tour := range []tsp.Tour{{0, 1, 2, 3}, {0, 2, 1}, {0, 2, 1, 1}} {
		var refused *option.Error
		_, err := Solve(t.Context(), fixed, []*pipeline.Device{nil}, Options{Parameters: model.MaxMin(), Rules: engine.Rules{Iterations: 1},
			InitialTour: tour}, nil)
		if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), "initial tour: ") {
			t.Errorf("%v: %v", tour, err)
		}
	}
}

// The first tour of MMAS is the best since the trails were initialised, unless it is the
// nearest-neighbour tour.
func TestInitialTourIsReinforced(t *testing.T) {
	p := must.Get(model.NewUnprepared(square, model.MaxMin()))(t)
	p.Initial = tsp.Tour{0, 1, 2, 3}
	must.Do(t, p.Prepare(t.Context()))
	if s := model.NewState(p, model.StopRules{}); s.MaxMin.RestartLength != 40 || s.BestLength != 40 {
		t.Errorf("lengths %d and %d, expected 40", s.MaxMin.RestartLength, s.BestLength)
	}
}
