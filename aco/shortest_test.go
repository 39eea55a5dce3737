package aco

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Whatever ends a run, its tour is no longer than the tours of its colonies and than the initial
// tour.
func TestNoLongerThanColoniesAndInitialTour(t *testing.T) {
	testNoLonger(t, onProcessor(t))
}

func TestNoLongerOnDevice(t *testing.T) {
	testkind.Whole(t)
	device, _ := openVulkan(t)
	testNoLonger(t, []*Device{device})
}

func testNoLonger(t *testing.T, devices []*Device) {
	testkind.ComparesRuns(t)
	rapid.Check(t, func(t *rapid.T) {
		instance := tsptest.DrawInstance(t)
		o := Options{Devices: devices, InitialTour: tsptest.DrawTour(t, instance.Dimension()), Iterations: 12}
		if rapid.Bool().Draw(t, "large") {
			var err error
			cities, seed := rapid.IntRange(30, 120).Draw(t, "cities of the large one"), rapid.Int64Range(0, 1000).Draw(t, "seed")
			if instance, err = generate.Instance("uniform", cities, seed); err != nil {
				t.Fatal(err)
			}
			o.InitialTour = tsptest.DrawTour(t, cities)
		}
		if first, last := o.InitialTour[0], o.InitialTour[len(o.InitialTour)-1]; rapid.Bool().Draw(t, "path") {
			o.Path = rapid.SampledFrom([]*tsp.Ends{{first, last}, {first, tsp.FreeEnd}, {tsp.FreeEnd, last}, {tsp.FreeEnd, tsp.FreeEnd}}).Draw(t, "ends")
		}
		o.Method = rapid.SampledFrom([]Method{
			Automatic{}, Merged{Colonies: 1, Ants: 20}, Merged{Colonies: 4, Ants: 20}, Chained{Colonies: 3},
			MMAS{Ants: 5, Colonies: 2}, ACS{Ants: 5, Colonies: 3, Synchronous: true}, AntSystem{Ants: 5},
		}).Draw(t, "method")
		if _, onProcessor := o.Method.(Chained); onProcessor {
			o.Devices = nil
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		last := rapid.IntRange(0, 11).Draw(t, "iteration")
		var lengths []int64
		o.Record = func(i Iteration) { lengths = append(lengths, i.Length) }
		switch rapid.SampledFrom([]string{"iterations", "target", "interrupt", "time"}).Draw(t, "end") {
		case "target":
			if _, err := Solve(t.Context(), instance, o); err != nil || len(lengths) == 0 {
				return
			}
			o.Target = lengths[min(last, len(lengths)-1)] + rapid.Int64Range(0, 3).Draw(t, "above")
		case "interrupt":
			o.Record = func(i Iteration) {
				if i.Number >= last {
					cancel()
				}
			}
		case "time":
			o.Iterations, o.TimeLimit = 0, time.Duration(last)*time.Millisecond+1
		}
		result, err := Solve(ctx, instance, o)
		if err != nil {
			checkIsTyped(t, err)
			return
		}
		checkResult(t, instance, o, result)
		checkIsShortest(t, instance, o, result)
	})
}

// checkIsShortest refuses a tour that is longer than the initial tour or than the tour of a colony.
func checkIsShortest(t *rapid.T, instance *tsp.Instance, o Options, result *Result) {
	initial, err := verifyTour(instance, o.InitialTour, o.Path)
	if err == nil && result.Length > initial {
		t.Errorf("length %d, of the initial tour %d", result.Length, initial)
	}
	for i, c := range result.Colonies {
		if c.BestLength > 0 && c.BestLength < result.Length {
			t.Errorf("length %d until %s, of colony %d %d at iteration %d of %d", result.Length, result.Stop, i, c.BestLength,
				c.BestIteration, result.Iterations)
		}
		if c.Iterations > result.Iterations || c.BestIteration > c.Iterations {
			t.Errorf("%d iterations until %s, colony %d: %+v", result.Iterations, result.Stop, i, c)
		}
	}
}

// A run of several colonies that ends before its first iteration has the shortest of their first tours.
func TestShortestFirstTour(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 30, 727))(t)
	initial := make(tsp.Tour, 30)
	for i := range initial {
		initial[i] = int32(i * 7 % 30)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := Solve(ctx, instance, Options{Devices: onProcessor(t), InitialTour: initial, Method: Merged{Ants: 20, Colonies: 4},
		Progress: func(p Progress) {
			if p.Phase == PhaseSearch {
				cancel()
			}
		}})
	if err != nil || result.Iterations > 0 || len(result.Colonies) != 4 {
		t.Fatalf("%+v, %v", result, err)
	}
	for i, c := range result.Colonies {
		if c.BestLength < result.Length {
			t.Errorf("length %d, of colony %d %d", result.Length, i, c.BestLength)
		}
	}
}
