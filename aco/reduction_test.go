package aco

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The target, the initial tour, the progress, the schedule and the checkpoint of a run with fixed edges,
// of a path or on node pairs are those of the caller's instance.
func TestOptionsOfReducedInstances(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(16, 8))
	in := generated(t, 60)
	fixed := withFixed(t, random, in, 3)
	for name, c := range map[string]struct {
		instance *tsp.Instance
		path     *tsp.Ends
	}{
		"path":        {in, &tsp.Ends{30, 7}},
		"both":        {fixed, &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}},
		"fixed edges": {fixed, nil},
		"free end":    {in, &tsp.Ends{30, tsp.FreeEnd}},
		"free start":  {in, &tsp.Ends{tsp.FreeEnd, 5}},
		"node pairs":  {tsptest.Matrix(tsp.ATSP, 50, func() int32 { return random.Int32N(1000) }), nil},
	} {
		if testing.Short() && name[0] == 'f' {
			continue
		}
		lengthOf := func(tour tsp.Tour) (int64, error) { return verifyTour(c.instance, tour, c.path) }
		seen := 0
		solve := func(o Options) *Result {
			o.Devices, o.Path = onProcessor(t), c.path
			o.Progress = func(p Progress) {
				if tour, length := p.Tour(); tour != nil {
					seen++
					if verified, err := lengthOf(tour); err != nil || verified != length {
						t.Errorf("%s: the best tour so far has length %d, verified %d: %v", name, length, verified, err)
					}
				}
			}
			result := must.Get(Solve(t.Context(), c.instance, o))(t)
			if length, err := lengthOf(result.Tour); err != nil || length != result.Length || result.Trace[0].Length != result.FirstLength {
				t.Errorf("%s: length %d, reported %d, first length %d, in the trace %d: %v", name, length, result.Length,
					result.FirstLength, result.Trace[0].Length, err)
			}
			return result
		}
		o := Options{Iterations: 20, Method: Merged{Ants: 32}, Checkpoint: filepath.Join(t.TempDir(), "run")}
		first := solve(o)
		resumed := solve(Options{Iterations: 40, Method: Resume{File: o.Checkpoint}})
		_, err := Solve(t.Context(), c.instance, Options{Devices: onProcessor(t), Method: Resume{File: o.Checkpoint}})
		if c.path != nil && !strings.Contains(fmt.Sprint(err), "instance") {
			t.Errorf("%s: a closed tour continues from an open path: %v", name, err)
		}
		if resumed.Length > first.Length || resumed.FirstLength != first.FirstLength || seen == 0 {
			t.Errorf("%s: resumed: length %d after %d; first %d and %d", name, resumed.Length, first.Length, resumed.FirstLength, first.FirstLength)
		}
		o.Checkpoint, o.InitialTour, o.Target = "", first.Tour, first.Length
		if again := solve(o); again.Stop != StopTarget || again.Length > first.Length || again.FirstLength > first.Length {
			t.Errorf("%s: from the tour of the first run, of length %d: %+v", name, first.Length, again)
		}
		o.InitialTour, o.Target, o.Iterations = nil, first.Trace[len(first.Trace)/2].Length, 40
		toTarget := solve(o)
		if toTarget.Stop != StopTarget || targetOf(toTarget) != o.Target {
			t.Errorf("%s: stopped by %s, target %d in the schedule, want %d", name, toTarget.Stop, targetOf(toTarget), o.Target)
		}
		for _, run := range []*Result{first, toTarget} {
			again := solve(Options{Method: run.Replay()})
			if !slices.Equal(again.Tour, run.Tour) || targetOf(again) != targetOf(run) || again.Stop != run.Stop {
				t.Errorf("%s: length %d, stopped by %s, target %d; again %d, %s, %d", name,
					run.Length, run.Stop, targetOf(run), again.Length, again.Stop, targetOf(again))
			}
		}
	}
}

// targetOf returns the target in the schedule of a run of the default solver.
func targetOf(r *Result) int64 { return r.Method.(*MergedResult).Schedule.steps.Target }

// Each method finds the shortest tours and paths of small instances: with coincident places, few and
// many, with fixed edges, with given and free ends, and with matrices of one-way streets. Ants without
// a local search seldom find a shortest path, and Ant System not always a shortest tour.
func TestReductions(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(42, 3))
	threeOpt := LocalSearch{Kind: Search3Opt}
	methods := []Method{Automatic{Ants: 32}, Merged{Ants: 32}, MMAS{Ants: 8, LocalSearch: threeOpt},
		ACS{Ants: 8, LocalSearch: threeOpt}, AntSystem{Ants: 16}}
	ran, contracted := map[Algorithm]int{}, 0
	for example := range testkind.Fewer(120, 180) {
		n := 3 + random.IntN(8)
		of := smallInstance(t, example, n)
		if example%4 == 3 {
			of = smallMatrix(t, random, example/4, n)
		}
		in := of
		if random.IntN(2) == 0 {
			if of.Weights == nil { // all at one place, too
				of = of.Part(tsptest.RandomTour(n)[:1+random.IntN(n)])
			}
			in = doubled(random, of, n)
		}
		if random.IntN(2) == 0 {
			in = withFixed(t, random, in, 1+random.IntN(5))
		}
		o := Options{Devices: onProcessor(t), Iterations: 60, Method: methods[example%len(methods)]}
		if _, merged := o.Method.(Merged); merged && (n < model.MinCities || of.Dimension() < 3) {
			o.Method = methods[0]
		}
		o.Progress = func(p Progress) {
			if p.Notice.Kind == NoticePlaces {
				contracted++
			}
		}
		want, _ := tsptest.Optimum(in)
		if random.IntN(2) == 0 {
			ends := drawEnds(random, n, example)
			o.Path, want = &ends, tsptest.ShortestPath(in, ends)
		}
		problem := func(text string, arguments ...any) {
			t.Errorf("example %d, %d places, %d cities, path %v, fixed %v, %T: %s", example, of.Dimension(), n, o.Path, in.Fixed,
				o.Method, fmt.Sprintf(text, arguments...))
		}
		result, err := Solve(t.Context(), in, o)
		if want < 0 { // the fixed edges leave no path
			if refused := new(OptionError); !errors.As(err, &refused) || refused.Option != "Path" {
				problem("no path is possible: %v", err)
			}
			continue
		}
		if err != nil {
			problem("%v", err)
			continue
		}
		ran[result.Algorithm]++
		length, err := verifyTour(in, result.Tour, o.Path)
		_, antSystem := o.Method.(AntSystem)
		if err != nil || length != result.Length || length < want || !antSystem && length != want ||
			result.Trace[len(result.Trace)-1].Length != length {
			problem("length %d, reported %d, want %d: %v", length, result.Length, want, err)
		}
	}
	for _, algorithm := range []Algorithm{AlgorithmMerged, AlgorithmMMAS, AlgorithmACS, AlgorithmAntSystem, AlgorithmExhaustive} {
		if ran[algorithm] < 3 {
			t.Errorf("few runs of %s: %v", algorithm, ran)
		}
	}
	if contracted < 20 {
		t.Errorf("%d runs had contracted cities", contracted)
	}
}
