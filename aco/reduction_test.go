package aco

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// A run with fixed edges, or of a path, is repeated by its report. The target in it is a length
// of the caller's instance.
func TestReplayOfReducedInstances(t *testing.T) {
	testkind.ComparesRuns(t)
	in := generated(t, 60)
	fixed := withFixed(t, rand.New(rand.NewPCG(16, 8)), in, 3)
	for name, c := range map[string]struct {
		instance *tsp.Instance
		path     *tsp.Ends
	}{
		"fixed edges": {fixed, nil},
		"path":        {in, &tsp.Ends{30, 7}},
		"free end":    {in, &tsp.Ends{30, tsp.FreeEnd}},
		"both":        {fixed, &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}},
	} {
		if testing.Short() && name != "path" && name != "both" {
			continue
		}
		options := Options{Devices: onProcessor(t), Iterations: 20, Method: Automatic{Ants: 32}, Path: c.path}
		first, err := Solve(t.Context(), c.instance, options)
		if err != nil {
			t.Fatal(err)
		}
		options.Target, options.Iterations = first.Trace[len(first.Trace)/2].Length, 40
		toTarget, err := Solve(t.Context(), c.instance, options)
		if err != nil {
			t.Fatal(err)
		}
		if toTarget.Stop != StopTarget || targetOf(toTarget) != options.Target {
			t.Errorf("%s: stopped by %s, target %d in the schedule, want %d", name, toTarget.Stop, targetOf(toTarget),
				options.Target)
		}
		for _, run := range []*Result{first, toTarget} {
			again, err := Solve(t.Context(), c.instance,
				Options{Devices: onProcessor(t), Path: c.path, Method: run.Replay()})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again.Tour, run.Tour) || again.Length != run.Length || targetOf(again) != targetOf(run) ||
				again.Stop != run.Stop {
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
	for example := range testkind.Fewer(120, 360) {
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
		length, err := verify.Tour(in, result.Tour)
		if o.Path != nil {
			length, err = verify.Path(in, result.Tour, o.Path[0], o.Path[1])
		}
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
