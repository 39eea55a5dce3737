package aco

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// doubled returns an instance of n cities at some of the places of another one, in random order.
func doubled(random *rand.Rand, of *tsp.Instance, n int) *tsp.Instance {
	cities := make(tsp.Tour, n)
	for i := range cities {
		cities[i] = int32(i % of.Dimension())
	}
	random.Shuffle(n, func(i, j int) { cities[i], cities[j] = cities[j], cities[i] })
	in := of.Part(cities)
	for i := range in.Weights {
		if cities[i/n] == cities[i%n] {
			in.Weights[i] = 0
		}
	}
	return in
}

// smallMatrix returns a matrix with the distances of a small instance, or with the distances of
// one-way streets.
func smallMatrix(t *testing.T, random *rand.Rand, example, n int) *tsp.Instance {
	along := smallInstance(t, example, n)
	kind := []tsp.Kind{tsp.TSP, tsp.ATSP}[example%2]
	in := tsptest.Matrix(kind, n, func() int32 { return 0 })
	for i := range in.Weights {
		in.Weights[i] = int32(along.Distance(i/n, i%n))
		if kind == tsp.ATSP && i/n != i%n {
			in.Weights[i] += int32(max(0, along.X[i%n]-along.X[i/n])) // uphill
		}
	}
	return in
}

// places returns an instance of 120 cities at 60 places.
func places(t *testing.T) *tsp.Instance {
	return doubled(rand.New(rand.NewPCG(42, 4)), generated(t, 60), 120)
}

// Cities at one place follow one another in the tours of all methods except presets. A run says
// once how many places are distinct, and has as many cities. It is repeated by its schedule.
func TestCoincidentRuns(t *testing.T) {
	testkind.ComparesRuns(t)
	in := places(t)
	presets := Presets()
	for _, method := range []Method{Automatic{}, MMAS{}, ACS{}, AntSystem{}, Preset{Name: presets[0].Name}} {
		var notices []string
		seen := 0
		options := Options{Iterations: 5, Method: method, Progress: func(p Progress) {
			if p.Notice.Kind == NoticePlaces {
				notices = append(notices, p.Notice.Text)
			}
			if tour, length := p.Tour(); tour != nil {
				seen++
				if verified, err := verify.Tour(in, tour); err != nil || verified != length {
					t.Errorf("%T: the best tour so far has length %d, verified %d: %v", method, length, verified, err)
				}
			}
		}}
		result := mustSolve(t, in, options)
		apart := 0
		for i, city := range result.Tour {
			if next := result.Tour[(i+1)%len(result.Tour)]; in.Distance(int(city), int(next)) > 0 {
				apart++
			}
		}
		want := []string{"60 of 120 places are distinct; those at one point are visited one after the other"}
		_, preset := method.(Preset)
		if preset {
			want = nil
		}
		if !slices.Equal(notices, want) || !preset && apart != 60 || seen == 0 {
			t.Errorf("%T: %q, %d edges between places, %d tours during the run", method, notices, apart, seen)
		}
		if replay := result.Replay(); replay != nil {
			if again := mustSolve(t, in, Options{Method: *replay}); !slices.Equal(again.Tour, result.Tour) {
				t.Errorf("repeated, the run has length %d, not %d", again.Length, result.Length)
			}
			replay.Schedule.steps.DistinctPlaces = 0
			if _, err := Solve(t.Context(), in, Options{Method: *replay, Devices: onProcessor(t)}); err == nil {
				t.Error("the run was repeated with all cities")
			}
		}
		if own, ok := result.Method.(*ClassicResult); ok && method == (AntSystem{}) && own.Parameters.Ants >= 120 {
			t.Errorf("%T has %d ants for 60 places", method, own.Parameters.Ants)
		}
	}
}

// A run with coincident places is resumed with the same tour. A checkpoint of a version where they
// were several cities is resumed with as many, and such a run is repeated with as many.
func TestResumeCoincident(t *testing.T) {
	testkind.ComparesRuns(t)
	in, saved := places(t), filepath.Join(t.TempDir(), "run.checkpoint")
	whole := mustSolve(t, in, Options{Iterations: 12})
	mustSolve(t, in, Options{Iterations: 6, Checkpoint: saved})
	resumed := mustSolve(t, in, Options{Iterations: 12, Method: Resume{File: saved}})
	if resumed.Iterations != 12 || resumed.Length > whole.FirstLength {
		t.Errorf("resumed: %d iterations, length %d", resumed.Iterations, resumed.Length)
	}
	former := filepath.Join(t.TempDir(), "former.checkpoint")
	parameters := Merged{}.parameters(in.Dimension(), 1)
	found, err := merged.Solve(t.Context(), in, []*pipeline.Device{nil}, merged.Options{
		Parameters: parameters, Rules: engine.Rules{Iterations: 6},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: former}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	repeated := mustSolve(t, in, Options{Method: Replay{Parameters: MergedParameters(found.Parameters),
		Schedule: Schedule{found.Schedule}}})
	if !slices.Equal(repeated.Tour, found.Tour) {
		t.Errorf("repeated, a run of all cities has length %d, not %d", repeated.Length, found.Length)
	}
	again := mustSolve(t, in, Options{Iterations: 12, Method: Resume{File: former},
		Progress: func(p Progress) {
			if p.Notice.Kind == NoticePlaces {
				t.Errorf("a run with all cities says %q", p.Notice.Text)
			}
		}})
	if again.Iterations != 12 || again.Resumed[0] != 6 {
		t.Errorf("resumed from %v, %d iterations", again.Resumed, again.Iterations)
	}
}

// A run is never longer than its initial tour, even if that passes places twice because distances
// are rounded: along this line each step is 8, and the way back is 0.4 longer for each.
func TestCoincidentInitialTour(t *testing.T) {
	testkind.ComparesRuns(t)
	const places = 150
	line := &tsp.Instance{Name: "line", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for city := range 2 * places {
		line.X, line.Y = append(line.X, 8.4*float64(city%places)), append(line.Y, 0)
	}
	there := inOrder(2 * places)
	slices.Reverse(there[places:])
	length := must.Get(verify.Tour(line, there))(t)
	result := mustSolve(t, line, Options{Iterations: 1, InitialTour: there})
	if result.FirstTour != FirstInitial || result.Length > length {
		t.Errorf("first tour %s, length %d, initial %d", result.FirstTour, result.Length, length)
	}
	in, kept := doubled(rand.New(rand.NewPCG(42, 5)), generated(t, 60), 120), 0
	first := mustSolve(t, in, Options{Iterations: 20})
	again := mustSolve(t, in, Options{Iterations: 1, InitialTour: first.Tour, Progress: func(p Progress) {
		if p.Notice.Kind == NoticePlaces {
			kept++
		}
	}})
	if again.FirstLength != first.Length || again.Length > first.Length || kept != 1 {
		t.Errorf("from a tour of length %d: first %d, length %d, %d notices", first.Length, again.FirstLength,
			again.Length, kept)
	}
}

// Options of a path and of fixed edges that no tour has are refused with the caller's numbers.
func TestCoincidentRefusals(t *testing.T) {
	in := places(t)
	fixed, err := in.WithFixed(tsp.Edge{100, 101}, tsp.Edge{101, 102})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Solve(t.Context(), fixed, Options{Devices: onProcessor(t), Path: &tsp.Ends{101, 7}})
	if refused := new(OptionError); !errors.As(err, &refused) || refused.Option != "Path" {
		t.Error(err)
	} else {
		tsptest.RequireError(t, "path", err, "city 101 has two fixed edges")
	}
}
