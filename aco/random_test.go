package aco

import (
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Whatever the instance and the options, a run returns a verified tour or an error that names what is
// wrong. Two runs at once that end by iterations have one tour. -rapid.checks changes the number of
// runs.
func TestRandomOptions(t *testing.T) {
	solver := must.Get(NewSolver(onProcessor(t)...))(t)
	rapid.Check(t, func(t *rapid.T) {
		instance := drawAnyInstance(t)
		o := drawOptions(t, instance.Dimension())
		var (
			running sync.WaitGroup
			results [2]*Result
			errs    [2]error
		)
		for i := range results {
			running.Go(func() { results[i], errs[i] = solver.Solve(t.Context(), instance, o) })
		}
		running.Wait()
		for i, err := range errs {
			if err != nil {
				checkIsTyped(t, err)
				continue
			}
			checkResult(t, instance, o, results[i])
		}
		byIterations := o.TimeLimit == 0 && errs[0] == nil && errs[1] == nil && !results[0].Racy
		if byIterations && results[0].Tour.SHA256(false) != results[1].Tour.SHA256(false) {
			t.Errorf("%+v: lengths %d and %d", o, results[0].Length, results[1].Length)
		}
	})
}

// checkIsTyped refuses an error that does not say what is wrong in the terms of the caller.
func checkIsTyped(t *rapid.T, err error) {
	_, explained := errors.AsType[Explained](err)
	_, ofInstance := errors.AsType[*tsp.Error](err)
	_, forbidden := errors.AsType[*ForbiddenEdgeError](err)
	if !explained && !ofInstance && !forbidden {
		t.Errorf("error of type %T: %v", err, err)
	}
}

// checkResult verifies the tour of a run.
func checkResult(t *rapid.T, instance *tsp.Instance, o Options, result *Result) {
	length, err := verifyTour(instance, result.Tour, o.Path)
	if err != nil || length != result.Length {
		t.Errorf("%+v: length %d, verified %d: %v", o, result.Length, length, err)
	}
	cost := result.Length
	if result.StayClose != nil {
		cost = result.StayClose.Cost
	}
	for i, c := range result.Colonies {
		if c.BestLength > 0 && c.BestLength < cost {
			t.Errorf("%+v: length %d, of colony %d %d", o, cost, i, c.BestLength)
		}
	}
	if result.Stop == StopFailure || result.Failure != nil {
		t.Errorf("%+v: failure %v", o, result.Failure)
	}
}

func drawAnyInstance(t *rapid.T) *tsp.Instance {
	return rapid.SampledFrom([]func(*rapid.T) *tsp.Instance{
		tsptest.DrawInstance, tsptest.DrawWithFixed, tsptest.DrawStraight, tsptest.DrawGlobe,
	}).Draw(t, "kind of instance")(t)
}

// drawOptions draws options, some of which are refused.
func drawOptions(t *rapid.T, cities int) (o Options) {
	maybe := func(name string) bool { return rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, name) }
	o.Method = drawMethod(t)
	if maybe("seed") {
		o.Seed = new(rapid.Uint64().Draw(t, "value"))
	}
	if maybe("limit") {
		o.TimeLimit = rapid.SampledFrom([]time.Duration{time.Millisecond, 5 * time.Millisecond, time.Microsecond, 1, -1}).Draw(t, "time")
	} else {
		o.Iterations = rapid.SampledFrom([]int{1, 2, 3, 4, 4, 3, 2, 0, -1}).Draw(t, "iterations")
	}
	if o.Iterations == 0 && o.TimeLimit == 0 {
		o.Iterations = 1
	}
	if maybe("target") {
		o.Target = rapid.SampledFrom([]int64{1, 100, 10_000, 1 << 40, -1}).Draw(t, "length")
	}
	if maybe("stall") {
		o.Stall = rapid.SampledFrom([]int{1, 2, 3, -1}).Draw(t, "iterations without improvement")
	}
	if maybe("reserve") {
		o.Reserve = rapid.SampledFrom([]time.Duration{time.Millisecond, time.Hour, -1}).Draw(t, "time after the run")
	}
	city := rapid.OneOf(rapid.Int32Range(0, int32(cities-1)), rapid.Int32Range(0, int32(cities-1)), rapid.SampledFrom([]int32{tsp.FreeEnd, -2, int32(cities)}))
	if maybe("path") {
		o.Path = &tsp.Ends{city.Draw(t, "first"), city.Draw(t, "last")}
	}
	if maybe("initial tour") {
		if o.InitialTour = tsptest.DrawTour(t, cities); maybe("wrong") {
			o.InitialTour[0] = city.Draw(t, "city")
		}
		if maybe("stay close") {
			o.StayClose = StayClose{Price: rapid.SampledFrom([]int64{1, 1000, 1 << 20, -1}).Draw(t, "price"), Open: maybe("open")}
		}
	}
	return o
}

// drawMethod draws a method with few ants, and with numbers that are out of range.
func drawMethod(t *rapid.T) Method {
	count := func(name string, most int) int {
		return rapid.OneOf(rapid.Just(0), rapid.Just(0), rapid.IntRange(1, most), rapid.IntRange(1, most), rapid.IntRange(-1, most)).Draw(t, name)
	}
	number := func(name string) *float64 {
		return rapid.SampledFrom([]*float64{nil, nil, nil, nil, new(0.5), new(1.0), new(0.0), new(0.3), new(3.0), new(-0.5)}).Draw(t, name)
	}
	ants, colonies, candidates := count("ants", 40), count("colonies", 3), count("candidates", 40)
	pheromone := Pheromone{Alpha: number("alpha"), Beta: number("beta"), Rho: number("rho")}
	search := LocalSearch{
		Kind:       rapid.SampledFrom([]SearchKind{"", "", SearchNone, Search2Opt, Search3Opt, SearchNone, "4opt"}).Draw(t, "search"),
		Neighbours: count("neighbours", 45),
	}
	defaults := rapid.SampledFrom([]Defaults{"", Published, Recommended}).Draw(t, "defaults")
	return rapid.SampledFrom([]Method{
		nil,
		Automatic{Ants: ants, Colonies: colonies, Candidates: candidates},
		Merged{Ants: ants, Colonies: colonies, Candidates: candidates, Temperature: number("temperature"), Noise: number("noise"), Kick: count("kick", 100)},
		&Chained{Colonies: colonies, Candidates: candidates},
		MMAS{Defaults: defaults, Ants: ants, Colonies: colonies, Candidates: candidates, Pheromone: pheromone, LocalSearch: search},
		ACS{Defaults: defaults, Ants: ants, Colonies: colonies, Candidates: candidates, Pheromone: pheromone, LocalSearch: search, Q0: number("q0"), Synchronous: true},
		AntSystem{Ants: ants, Pheromone: pheromone, Rule: rapid.SampledFrom([]Rule{"", RuleRank, "other"}).Draw(t, "rule")},
		Preset{Name: rapid.SampledFrom([]string{"zhou2017-ke-all", "none"}).Draw(t, "preset")},
	}).Draw(t, "method")
}
