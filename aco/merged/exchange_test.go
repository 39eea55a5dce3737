package merged

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A replay repeats a recombination for which the time limit left no time: it takes the shortest
// tour.
func TestInterruptedRecombination(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 2000, 3)
	o := Options{Parameters: parameters(3), Rules: engine.Rules{TimeLimit: time.Hour}}
	o.Parameters.Ants = 64
	m, err := model.New(t.Context(), instance, o.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	var want *Result
	synctest.Test(t, func(t *testing.T) { // the time of the processor does not count
		o := o
		o.watch = func(p engine.Progress) {
			if p.Iteration == 150 {
				time.Sleep(o.TimeLimit)
			}
		}
		r := mustRun(t, o.WithDefaults(), m, instance, newCPUColonies(m))
		r.Loop(t.Context())
		want, err = r.result()
	})
	if err != nil {
		t.Fatal(err)
	}
	if last := want.Schedule.Steps[len(want.Schedule.Steps)-1]; want.Stop != engine.StopTimeLimit || !last.Exchange || !last.Cut {
		t.Fatalf("stopped by %q after the step %+v", want.Stop, last)
	}
	checkEqual(t, "replayed", mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &want.Schedule}), want)
	whole := want.Schedule
	whole.Steps[len(whole.Steps)-1].Cut = false
	if again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &whole}); again.Length >= want.Length {
		t.Errorf("the complete recombination has length %d, the interrupted one %d", again.Length, want.Length)
	}
}

// A recombination that a context ends is made again by what it records, wherever it ends. So is one
// before which no ant has searched: it assembles edges alone or, without edge assembly, exchanges
// components alone, which is too fast to be worth rounds.
func TestCutRecombination(t *testing.T) {
	testkind.Whole(t)
	testkind.ComparesRuns(t)
	instance := tsptest.Generate(t, "uniform", 300, 3)
	m, err := model.New(t.Context(), instance, populationParameters(4))
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m))
	var tours [][]uint32
	for _, first := range firstTours(m) {
		tours = append(tours, first.tour)
	}
	for _, c := range []struct{ edgeAssembly, byAnts bool }{{true, false}, {true, true}, {false, true}} {
		r.schedule.EdgeAssembly, r.schedule.EffortByAnts = c.edgeAssembly, c.byAnts
		kinds := map[string]bool{}
		for calls := 0; !kinds["whole"]; calls = calls*5/4 + 1 {
			ctx := tsptest.EndingAt(t.Context(), calls)
			var made engine.Exchanged
			want, err := r.merge(ctx, tours, m.Cities, &made)
			if err != nil {
				t.Fatal(err)
			}
			kind := "whole"
			switch {
			case made.Cut:
				kind = "cut"
			case made.Rounds > 0:
				kind = "rounds"
			}
			kinds[kind] = true
			again := made
			got, err := r.merge(t.Context(), tours, m.Cities, &again)
			if err != nil || got.length != want.length || !slices.Equal(got.tour, want.tour) {
				t.Fatalf("%+v, %+v: length %d, then %d: %v", c, made, want.length, got.length, err)
			}
		}
		if !kinds["cut"] || kinds["rounds"] != c.edgeAssembly {
			t.Errorf("%+v: the contexts ended at %v", c, kinds)
		}
	}
}

// The ants before a recombination bound its effort. The schedule says so, and a schedule of an
// earlier version, which does not, is repeated with the whole effort.
func TestEffortByAnts(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 300, 3)
	p := populationParameters(4)
	m, err := model.New(t.Context(), instance, p)
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m))
	effort := func(iterations int) recombine.Effort {
		r.Run = engine.New(engine.Config[model.Settings, colonies]{
			Algorithm: r, First: r.tour(m.StartTour, m.StartLength),
			State: &engine.State[model.Settings]{
				Iterations: iterations, Steps: []engineStep{Step{Iterations: iterations}.engine()}, Length: m.StartLength,
			},
		})
		return r.effort()
	}
	if few, many := effort(1), effort(1000); few.Searches(m.Cities) || !many.Searches(m.Cities) || few.Work*1000 != many.Work {
		t.Errorf("an effort of %+v after one iteration, and of %+v after a thousand", few, many)
	}
	want := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Iterations: 1}})
	earlier := want.Schedule
	earlier.EffortByAnts = false
	whole := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Schedule: &earlier})
	if whole.Length == want.Length || whole.Schedule.EffortByAnts || !want.Schedule.EffortByAnts {
		t.Errorf("length %d; with the whole effort of an earlier version %d", want.Length, whole.Length)
	}
	checkEqual(t, "replayed", mustSolve(t, instance, []*pipeline.Device{vktest.Open(t)}, Options{Parameters: p, Schedule: &want.Schedule}), want)
}

// A schedule says up to how many cities tours are recombined by windows. Those of earlier versions,
// which do not, have one number for all tours and for pairs, and the whole effort.
func TestMergeCities(t *testing.T) {
	for _, c := range []struct {
		schedule    Schedule
		all, ofPair int
	}{
		{Schedule{}, recombine.LargeCities, recombine.LargeCities},
		{Schedule{MergeCities: 7}, 7, 7},
		{Schedule{MergeCities: 7, PairCities: 3}, 7, 3},
	} {
		if all, ofPair := c.schedule.mergeCities(), c.schedule.pairCities(); all != c.all || ofPair != c.ofPair {
			t.Errorf("%+v: %d cities, %d of pairs", c.schedule, all, ofPair)
		}
	}
	instance, p := tsptest.Generate(t, "clustered", 300, 3), populationParameters(4)
	want := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Iterations: 120}})
	if s := want.Schedule; s.MergeCities != mergeCities || s.PairCities != pairCities {
		t.Errorf("the schedule has %d and %d cities", s.MergeCities, s.PairCities)
	}
	small := want.Schedule
	small.PairCities = 1
	made := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Schedule: &small})
	if made.Schedule.PairCities != 1 {
		t.Errorf("the schedule of a replay has %d cities of pairs", made.Schedule.PairCities)
	}
	checkEqual(t, "replayed", mustSolve(t, instance, []*pipeline.Device{vktest.Open(t)}, Options{Parameters: p, Schedule: &made.Schedule}), made)
	m, err := model.New(t.Context(), instance, p)
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m))
	for pairs, bounded := range map[int]bool{0: false, m.Cities: false, m.Cities - 1: true} {
		r.schedule.PairCities, r.schedule.EffortByAnts = pairs, false
		if effort := r.effort(); effort.Work > 0 != bounded || !effort.Searches(m.Cities) {
			t.Errorf("with %d cities of pairs, the effort is %+v", pairs, effort)
		}
	}
}

// Tours that have few edges in common are recombined by edge assembly alone, however many ants have
// run. A schedule of an earlier version repeats the whole recombination.
func TestDifferentToursAreAssembled(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "grid", 256, 3), populationParameters(4))
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, m.Instance, newCPUColonies(m))
	r.Run = engine.New(engine.Config[model.Settings, colonies]{
		Algorithm: r, First: r.tour(m.StartTour, m.StartLength),
		State: &engine.State[model.Settings]{
			Iterations: 1000, Steps: []engineStep{Step{Iterations: 1000}.engine()}, Length: m.StartLength,
		},
	})
	tours, _ := split(firstTours(m))
	near := recombine.Neighbors{Cities: m.Candidates, Width: m.Width}
	assembled, err := recombine.AssembleEdges(t.Context(), m.Distance, near, tours, recombine.Assembly{})
	if err != nil {
		t.Fatal(err)
	}
	for _, byAnts := range []bool{true, false} {
		r.schedule.EffortByAnts = byAnts
		got, err := r.shorten(t.Context(), tours, m.Cities, 0)
		if err != nil || slices.Equal(got.Tour, assembled.Tour) != byAnts {
			t.Errorf("effort by ants %t: length %d, by edge assembly alone %d: %v", byAnts, got.Length, assembled.Length, err)
		}
	}
	r.schedule.EffortByAnts = true
	if r.differ([][]uint32{tours[0], tours[0]}) {
		t.Error("a tour differs from itself")
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

// A run has settled if many pairs of colonies have found the best tour in a round from new tours, in no
// later round.
func TestColoniesAgree(t *testing.T) {
	best, longer := solution{[]uint32{0, 1, 2}, 10}, solution{[]uint32{0, 2, 1}, 11}
	for _, c := range []struct {
		round, colonies, found int
		want                   bool
	}{
		{1, 32, 31, true}, {1, 32, 15, true}, {1, 32, 14, false}, {2, 32, 31, false},
		{1, 16, 7, true}, {1, 16, 6, false}, {1, 4, 3, false}, {1, 5, 4, true},
	} {
		r := &run{current: best, plan: &plan{planState: planState{EpochRound: c.round}}, offspring: []solution{{}}}
		for i := 1; i < c.colonies; i++ {
			child := longer
			if i <= c.found {
				child = best
			}
			r.offspring = append(r.offspring, child)
		}
		if got := r.coloniesAgree(); got != c.want {
			t.Errorf("%+v: the colonies agree: %v", c, got)
		}
	}
	if (&run{plan: &replay{}}).coloniesAgree() {
		t.Error("a repeated run ends before its schedule")
	}
}
