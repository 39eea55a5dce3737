package merged

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// At an exchange a tour meets different others, never itself, and after enough exchanges all.
func TestPartners(t *testing.T) {
	for _, c := range []struct{ n, meetings, exchanges int }{{1, 12, 1}, {2, 1, 2}, {5, 12, 1}, {5, 2, 2}, {64, 12, 6}, {5, math.MaxInt, 4}} {
		met := make([][]int, c.n)
		for exchange := range c.exchanges {
			for i, list := range partners(c.n, c.meetings, exchange) {
				if len(list) != min(c.meetings, c.n-1) || slices.Contains(list, i) {
					t.Errorf("of %d tours, tour %d meets %d", c.n, i, list)
				}
				if slices.Sort(list); len(slices.Compact(list)) != min(c.meetings, c.n-1) {
					t.Errorf("of %d tours, tour %d meets one of %d twice", c.n, i, list)
				}
				met[i] = append(met[i], list...)
			}
		}
		for i := range met {
			if slices.Sort(met[i]); len(slices.Compact(met[i])) != c.n-1 {
				t.Errorf("of %d tours, tour %d meets %d in %d exchanges", c.n, i, met[i], c.exchanges)
			}
		}
	}
}

// A large population of a new run has meetings. A small one does not, and no run with fixed edges.
func TestLargePopulationsMeet(t *testing.T) {
	at := func(instance *tsp.Instance, colonies int) int {
		m := must.Get(model.New(t.Context(), instance, populationParameters(colonies)))(t)
		return mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m)).schedule.Meetings
	}
	large := tsptest.Generate(t, "uniform", fewestMeeting+1, 3)
	fixed := must.Get(large.WithFixed(tsp.Edge{0, 1}))(t)
	got := []int{at(large, 2), at(large, 1), at(fixed, 2), at(tsptest.Generate(t, "uniform", 100, 3), 2)}
	if want := []int{meetings, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("%d meetings, want %d", got, want)
	}
}

// If the time ends before the tours have met, the exchange has the shortest of them, and says so.
func TestMeetingsWithoutTime(t *testing.T) {
	instance := tsptest.Generate(t, "clustered", 250, 3)
	m := must.Get(model.New(t.Context(), instance, populationParameters(3)))(t)
	r := mustRun(t, Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults(), m, instance, newCPUColonies(m))
	r.schedule.Meetings = 2
	tours, _ := split(firstTours(m))
	for _, tour := range tours {
		r.parents = append(r.parents, [][]uint32{tour})
	}
	ended, end := context.WithCancel(t.Context())
	end()
	var made engine.Exchanged
	got, err := r.meetAndMerge(ended, tours, &made)
	if err != nil || !made.Cut || got.length != r.shortest(tours).length || r.offspring != nil {
		t.Errorf("length %d, %+v, %v, %d offspring", got.length, made, err, len(r.offspring))
	}
	r.parents[1] = nil // the device of the colony is lost
	offspring, err := r.meet(t.Context(), nil)
	if err != nil || offspring[0].tour == nil || offspring[1].tour != nil || offspring[2].tour == nil {
		t.Errorf("%v: %d offspring", err, len(offspring))
	}
	again, err := r.meetAndMerge(t.Context(), tours, &made)
	if err != nil || !slices.Equal(again.tour, got.tour) {
		t.Errorf("length %d in a replay, %v", again.length, err)
	}
}

// colonyRun returns a run of five colonies that meet others, and a function that begins it after steps.
func colonyRun(t *testing.T, meetings int) (r *run, begin func(stop engine.StopReason, steps ...Step)) {
	instance := tsptest.Generate(t, "clustered", 400, 3)
	m := must.Get(model.New(t.Context(), instance, populationParameters(5)))(t)
	own := &fixedColonies{}
	for _, first := range firstTours(m) {
		own.tours, own.states = append(own.tours, first.tour), append(own.states, stateFor(first.length))
	}
	r = mustRun(t, Options{Rules: engine.Rules{Iterations: 1000}}, m, instance, own)
	r.schedule.Meetings = meetings
	return r, func(stop engine.StopReason, steps ...Step) {
		r.Run = engine.New(engine.Config[model.Settings, colonies]{
			Algorithm: r, First: r.tour(m.StartTour, m.StartLength), Opened: engine.Opened[colonies]{Sites: r.Sites()},
			State: &engine.State[model.Settings]{Steps: engineSteps(steps), Length: m.StartLength, Stop: stop},
		})
		r.current, r.offspring = solution{m.StartTour, m.StartLength}, nil
	}
}

// The colonies continue from the same tours whether the run goes on at once or is resumed after the
// exchange, also if they have begun the round before with one tour.
func TestColoniesContinueAsInAResumedRun(t *testing.T) {
	r, begin := colonyRun(t, 2)
	for _, together := range []bool{false, true} {
		before := Step{Iterations: 1, Together: together, Exchange: true}
		begin("", before)
		if r.updateCurrent(t.Context()); r.offspring == nil {
			t.Fatalf("together %t: %v, the exchange has no tours for colonies", together, r.Failure())
		}
		current, want := r.current, r.nextTours(engineStep{})
		begin("", before, Step{Iterations: 1})
		r.current = current
		for c, next := range r.nextTours(engineStep{}) {
			if !slices.Equal(next.tour, want[c].tour) {
				t.Errorf("together %t: colony %d continues with length %d, resumed with %d", together, c, want[c].length, next.length)
			}
		}
	}
}

// If a time limit ends a run within a round, the tours meet as in a replay, whose last step has the
// exchange from the beginning.
func TestTheEndOfARunHasTheMeetingsOfItsReplay(t *testing.T) {
	r, begin := colonyRun(t, 1)
	var ends []solution
	for _, planned := range []bool{false, true} {
		begin(engine.StopTimeLimit, Step{Iterations: 1, Exchange: true}, Step{Iterations: 1, Exchange: planned})
		if r.updateCurrent(t.Context()); r.Failure() != nil || r.offspring == nil {
			t.Fatalf("%v, %d offspring", r.Failure(), len(r.offspring))
		}
		ends = append(ends, r.current)
	}
	if !slices.Equal(ends[0].tour, ends[1].tour) {
		t.Errorf("the run ends with length %d, its replay with %d", ends[0].length, ends[1].length)
	}
}

// Tours that the colonies have found from one tour do not meet: after a step from one tour, runs with
// any number of meetings end with the same tour, on every device.
func TestToursFromOneTourDoNotMeet(t *testing.T) {
	instance, p := tsptest.Generate(t, "clustered", 900, 3), populationParameters(4)
	m := must.Get(model.New(t.Context(), instance, p))(t)
	first := Step{Iterations: 1, Settings: model.Settings{Kick: 20, Scales: 2}, Exchange: true, Cut: true}
	second := Step{Iterations: 12, Settings: first.Settings, Together: true, Exchange: true}
	device, hashes := vktest.Open(t), map[string]bool{}
	for _, meetings := range []int{1, 3} {
		schedule := scheduleOf(m, first, second)
		schedule.EdgeAssembly, schedule.Meetings = true, meetings
		for _, on := range testkind.First(1, [][]*pipeline.Device{{nil}, {device}}) {
			result := mustSolve(t, instance, on, Options{Parameters: p, Schedule: schedule})
			hashes[result.Tour.SHA256(true)] = true
		}
	}
	if len(hashes) != 1 {
		t.Errorf("%d different tours, want 1", len(hashes))
	}
}
