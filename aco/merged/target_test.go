package merged

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Of several colonies at the target, the first in time decides, of these the one with the shortest
// tour, of these the first. It does not matter how the colonies are divided among devices.
func TestTiesAtTheTarget(t *testing.T) {
	const colonyCount = 5
	instance := tsptest.Generate(t, "uniform", 12, 3)
	m := must.Get(model.New(t.Context(), instance, parameters(colonyCount)))(t)
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 5))
		all := fixedColonies{}
		for range colonyCount {
			tour := slices.Clone(m.StartTour)
			slices.Reverse(tour[random.IntN(3)+2 : 5+random.IntN(4)])
			length := m.LengthOf(tour)
			state := model.State{Length: length, Best: length, BestIteration: 3 + random.Uint32N(3), Iteration: 9}
			if random.IntN(4) > 0 {
				state.Stop = model.TargetReached
			}
			all.tours, all.states = append(all.tours, tour), append(all.states, state)
		}
		want := -1
		for c, s := range all.states {
			if s.Stop != model.TargetReached {
				continue
			}
			if want < 0 || s.BestIteration < all.states[want].BestIteration ||
				s.BestIteration == all.states[want].BestIteration && s.Best < all.states[want].Best {
				want = c
			}
		}
		for _, cut := range []int{1, 2, 4} { // colonies of the first device
			r := targetRun(t, m, all, cut)
			if reached := r.adoptTargetTour(); reached != (want >= 0) || r.Failure() != nil {
				t.Fatalf("seed %d: the target is reached: %t, %v", seed, reached, r.Failure())
			}
			if want < 0 {
				continue
			}
			at := int(all.states[want].BestIteration)
			if !slices.Equal(r.current.tour, all.tours[want]) || r.Scheduled() != at {
				t.Errorf("seed %d: after %d iterations length %d, want the length of colony %d of %+v", seed,
					r.Scheduled(), r.current.length, want+1, all.states)
			}
		}
	}
}

// targetRun returns a run after 9 iterations of colonies on two devices.
func targetRun(t *testing.T, m *model.Model, all fixedColonies, cut int) *run {
	t.Helper()
	siteOf := func(first, end int) *site {
		own := &fixedColonies{tours: all.tours[first:end], states: all.states[first:end]}
		return &site{Colonies: own, ColonyRange: engine.ColonyRange{First: first, Count: end - first}}
	}
	opened := engine.Opened[colonies]{
		Sites: []*site{siteOf(0, cut), siteOf(cut, len(all.states))}, Devices: make([]engine.DeviceResult, 2),
	}
	r := must.Get(newRun(Options{}, m, m.Instance, opened))(t)
	r.Run = engine.New(engine.Config[model.Settings, colonies]{
		Algorithm: r, First: r.tour(m.StartTour, m.StartLength), Opened: opened,
		State: &engine.State[model.Settings]{
			Iterations: 9, Steps: []engineStep{Step{Iterations: 9}.engine()}, Length: m.StartLength,
		},
	})
	return r
}

// A run stalls at the first check that is so many iterations after the one that found its tour,
// however often colonies have exchanged the tour since.
func TestStallCountsFromTheBestTour(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 10, 3)
	for name, p := range map[string]model.Parameters{
		"one colony": parameters(1), "colonies": parameters(3), "population": populationParameters(3),
	} {
		p.Ants = 6
		const stall = 300
		result := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Stall: stall}})
		m := must.Get(model.New(t.Context(), instance, p))(t)
		found, period := result.Trace[len(result.Trace)-1], int(m.Period)
		_, exchanges := sum(result.Schedule.Steps)
		want := (found.Iteration + stall + period - 1) / period * period
		if result.Stop != engine.StopStall || result.Iterations != want {
			t.Errorf("%s: stopped by %q after %d iterations and %d exchanges; the tour was found in %d", name,
				result.Stop, result.Iterations, exchanges, found.Iteration)
		}
		if p.Colonies > 1 && exchanges < 3 {
			t.Errorf("%s: %d exchanges", name, exchanges)
		}
	}
}
