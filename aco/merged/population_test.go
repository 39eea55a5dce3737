package merged

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// populationParameters returns parameters of colonies that start from different tours.
func populationParameters(colonies int) model.Parameters {
	p := parameters(colonies)
	p.Noise = 0.4
	return p
}

// Populations end with the same tours on every machine and device. The reference computed the
// hashes. The second and the third round start from recombinations in pairs, the fourth from new
// tours.
func TestPopulationsAreTheSameOnEveryMachine(t *testing.T) {
	device := vktest.Open(t)
	for metric, hashes := range map[tsp.Metric]struct{ first, last string }{
		tsp.EUC2D:    {"d9f1e88bd4b126f7f2e15fa06529c2df03304175a4181947d61b238e25a34bf4", "9208a53a371531c56cd691018322ea6bd2f21a53c45c928f04e36cc7479b4967"},
		tsp.GEO:      {"66f962377345cb8dae6fb5a73e60ae7437f4aac1983bddd8fe21accb27cfffed", "621152e96a480a20eb8c0885c81e39217eedb4dfe49184f56e4fdf58ddf33ce0"},
		tsp.Explicit: {"49ed0bb2fb315395b6285efd593f9582928e952f5c98a93b80b5971ac5c524e6", "8d0bc42f0d609585a3fe050b1152377c505275023a2c094b176c92d446f7d47d"},
	} {
		t.Run(string(metric), func(t *testing.T) {
			if metric != tsp.EUC2D {
				testkind.ComparesRuns(t)
			}
			instance := tsptest.Generate(t, "clustered", 150, 3)
			switch metric {
			case tsp.GEO:
				instance = Globe(instance)
			case tsp.Explicit:
				instance = Matrix(instance)
			}
			p := populationParameters(4)
			m := must.Get(model.New(t.Context(), instance, p))(t)
			if got := firstTourSHA256(m); got != hashes.first {
				t.Errorf("the hash of the first tours is %s, want %s", got, hashes.first)
			}
			cold := Step{Iterations: 15, Settings: model.Settings{Kick: 20, Scales: 2}, Exchange: true}
			schedule := scheduleOf(m, Step{Iterations: 1, Settings: model.Settings{Scales: 1}}, cold, cold, cold, cold)
			schedule.Steps[4].Renew = true
			for _, on := range testkind.First(2, [][]*pipeline.Device{{nil}, {device, nil}, {device}}) {
				result := mustSolve(t, instance, on, Options{Parameters: p, Schedule: schedule})
				if got := result.Tour.SHA256(true); got != hashes.last {
					t.Errorf("on %d devices the tour's hash is %s, want %s", len(on), got, hashes.last)
				}
			}
		})
	}
}

// Without annealing, equal steps of a schedule become one. A replay still recombines the same
// pairs.
func TestPairsOfMergedSteps(t *testing.T) {
	testkind.ComparesRuns(t)
	instance := tsptest.Generate(t, "clustered", 250, 3)
	p := populationParameters(5)
	p.Temperature = 0
	want := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Iterations: 400}})
	if _, exchanges := sum(want.Schedule.Steps); exchanges < 3 {
		t.Fatalf("%d exchanges", exchanges)
	}
	checkEqual(t, "replayed", mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Schedule: &want.Schedule}), want)
}

// The tours of colonies after a recombination in pairs differ, and none is longer than the
// parents. The last recombination of a run makes no pairs.
func TestPairsKeepTheColoniesDifferent(t *testing.T) {
	instance := tsptest.Generate(t, "clustered", 400, 3)
	m := must.Get(model.New(t.Context(), instance, populationParameters(5)))(t)
	own := &fixedColonies{}
	for c, first := range firstTours(m) {
		own.tours, own.states = append(own.tours, first.tour), append(own.states, stateFor(first.length))
		for _, other := range own.tours[:c] {
			if slices.Equal(other, first.tour) {
				t.Errorf("colony %d starts from the tour of another one", c)
			}
		}
	}
	r := mustRun(t, Options{}, m, instance, own)
	restored := engine.Config[model.Settings, colonies]{
		Algorithm: r, First: r.tour(m.StartTour, m.StartLength), Opened: engine.Opened[colonies]{Sites: r.Sites()},
		State: &engine.State[model.Settings]{
			Steps: []engineStep{Step{Iterations: 1, Exchange: true}.engine()}, Length: m.StartLength,
		},
	}
	r.Run = engine.New(restored)
	r.updateCurrent(t.Context())
	next := r.nextTours(engineStep{})
	if r.Failure() != nil || next[0].length != r.current.length || r.current.length >= m.StartLength {
		t.Fatalf("%v: the first colony continues with %d, the shortest tour has length %d", r.Failure(), next[0].length, r.current.length)
	}
	for c := 1; c < len(next); c++ {
		if next[c].length > own.states[c].Length || next[c].length < r.current.length || slices.Equal(next[c].tour, next[c-1].tour) {
			t.Errorf("colony %d continues with length %d after %d", c, next[c].length, own.states[c].Length)
		}
	}
	restored.State.Stop = engine.StopIterations
	r.Run, r.offspring = engine.New(restored), nil
	if r.updateCurrent(t.Context()); r.Failure() != nil || r.offspring != nil {
		t.Errorf("%v, %d recombinations at the end", r.Failure(), len(r.offspring))
	}
}

// Edge assembly crossover takes part in the recombinations of a population, except with fixed
// edges and in a replay of a run of an earlier version.
func TestEdgeAssemblyInSchedules(t *testing.T) {
	testkind.ComparesRuns(t)
	instance := tsptest.Generate(t, "clustered", 600, 3)
	p := populationParameters(4)
	cold := Step{Iterations: 8, Settings: model.Settings{Kick: 20, Scales: 2}, Exchange: true}
	m := must.Get(model.New(t.Context(), instance, p))(t)
	for with, want := range map[bool]string{
		false: "e48cf41085cd9eeb924701f66b2808139715a83e293cefa41509afc48afc0104",
		true:  "883e7e0aeff5898a059bf7a9417a3296764ec1df0032254a7523b150cbb6d14b",
	} {
		schedule := scheduleOf(m, Step{Iterations: 1, Settings: model.Settings{Scales: 1}}, cold, cold)
		schedule.EdgeAssembly = with
		result := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Schedule: schedule})
		if got := result.Tour.SHA256(true); got != want || result.Schedule.EdgeAssembly != with {
			t.Errorf("edge assembly %t: length %d, the tour's hash is %s, want %s", with, result.Length, got, want)
		}
	}
	if result := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Iterations: 1}}); !result.Schedule.EdgeAssembly {
		t.Error("a new run has no edge assembly")
	}
	fixed := must.Get(instance.WithFixed(tsp.Edge{0, 1}))(t)
	result := mustSolve(t, fixed, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Iterations: 1}})
	if result.Schedule.EdgeAssembly {
		t.Error("a run with a fixed edge has edge assembly, which may remove it")
	}
	result.Schedule.EdgeAssembly = true
	var impossible *option.Error
	if _, err := Solve(t.Context(), fixed, []*pipeline.Device{nil}, Options{Parameters: p, Schedule: &result.Schedule}, nil); !errors.As(err, &impossible) {
		t.Errorf("a schedule with edge assembly for a fixed edge: %v", err)
	}
}

// fixedColonies return tours and states that a test sets.
type fixedColonies struct {
	colonies
	tours  [][]uint32
	states []model.State
}

func (f *fixedColonies) reported() []model.State { return f.states }

func (f *fixedColonies) Completed() int { return 0 }

func (f *fixedColonies) latest() ([][]uint32, error) { return f.tours, nil }

func (f *fixedColonies) best() ([][]uint32, error) { return f.tours, nil }
