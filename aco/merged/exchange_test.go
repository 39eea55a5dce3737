package merged

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
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
	m := must.Get(model.New(t.Context(), instance, populationParameters(4)))(t)
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m))
	var tours [][]uint32
	for _, first := range firstTours(m) {
		tours = append(tours, first.tour)
	}
	for _, c := range []struct {
		edgeAssembly bool
		iterations   int
	}{{true, 1000}, {true, 0}, {false, 0}} {
		r.schedule.EdgeAssembly = c.edgeAssembly
		r.after(c.iterations)
		kinds := map[string]bool{}
		for calls := 0; !kinds["whole"]; calls = calls*5/4 + 1 {
			ctx := tsptest.EndingAt(t.Context(), calls)
			var made engine.Exchanged
			want := must.Get(r.merge(ctx, tours, &made))(t)
			kind := "whole"
			switch {
			case made.Cut:
				kind = "cut"
			case made.Rounds > 0:
				kind = "rounds"
			}
			kinds[kind] = true
			again := made
			got, err := r.merge(t.Context(), tours, &again)
			if err != nil || got.length != want.length || !slices.Equal(got.tour, want.tour) {
				t.Fatalf("%+v, %+v: length %d, then %d: %v", c, made, want.length, got.length, err)
			}
		}
		if !kinds["cut"] || kinds["rounds"] != c.edgeAssembly {
			t.Errorf("%+v: the contexts ended at %v", c, kinds)
		}
	}
}

// after sets the number of iterations that a run has made.
func (r *run) after(iterations int) {
	state := &engine.State[model.Settings]{Iterations: iterations, Length: r.model.StartLength}
	if iterations > 0 {
		state.Steps = []engineStep{Step{Iterations: iterations}.engine()}
	}
	r.Run = engine.New(engine.Config[model.Settings, colonies]{
		Algorithm: r, First: r.tour(r.model.StartTour, r.model.StartLength), State: state,
	})
}

// The ants before a recombination bound its effort, and the number of cities does. Tours that have few
// edges in common are recombined by edge assembly alone, however many ants have run.
func TestEffort(t *testing.T) {
	m := must.Get(model.New(t.Context(), tsptest.Generate(t, "grid", 256, 3), populationParameters(4)))(t)
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, m.Instance, newCPUColonies(m))
	effort := func(iterations int) recombine.Effort {
		r.after(iterations)
		return r.effort()
	}
	if few, many := effort(1), effort(1000); few.Searches(m.Cities) || !many.Searches(m.Cities) || few.Work*1000 != many.Work {
		t.Errorf("an effort of %+v after one iteration, and of %+v after a thousand", few, many)
	}
	m.Cities = pairCities + 1
	if bounded := effort(1e6); bounded.Work != statesPerCity*m.Cities {
		t.Errorf("with %d cities, the effort is %+v", m.Cities, bounded)
	}
	m.Cities = 256
	tours, _ := split(firstTours(m))
	if r.methodFor(tours) != cyclesAlone {
		t.Error("different tours are recombined by windows")
	}
	if r.methodFor([][]uint32{tours[0], tours[0]}) != windowsFirst {
		t.Error("a tour differs from itself")
	}
}

// Schedules of runs that recombined tours as version 0.9 did are refused.
func TestEarlierRecombinationsAreRefused(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 100, 3)
	o := Options{Parameters: populationParameters(2), Rules: engine.Rules{Iterations: 10}}
	made := mustSolve(t, instance, []*pipeline.Device{nil}, o).Schedule
	byMoves, byPairs := made, made
	byMoves.EffortByAnts, byPairs.PairCities = false, 0
	for _, schedule := range []*Schedule{&byMoves, &byPairs} {
		_, err := Solve(t.Context(), instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: schedule}, nil)
		if err == nil || !strings.Contains(err.Error(), "with that version") {
			t.Errorf("error %v", err)
		}
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
