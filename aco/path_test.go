package aco

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// shortestPath tries all open paths.
func shortestPath(in *tsp.Instance, start, end int32) (best int64) {
	best = -1
	var extend func(path tsp.Tour)
	extend = func(path tsp.Tour) {
		if len(path) == in.Dimension()-1 {
			if length, err := verify.Path(in, append(path, end), start, end); err == nil && (best < 0 || length < best) {
				best = length
			}
			return
		}
		for city := range int32(in.Dimension()) {
			if city != end && !slices.Contains(path, city) {
				extend(append(slices.Clone(path), city))
			}
		}
	}
	extend(tsp.Tour{start})
	return best
}

// Open paths are the shortest ones from start to end, with and without fixed edges, whatever the algorithm.
func TestOpenPaths(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 6))
	algorithms := map[Algorithm]int{}
	for example := range 50 {
		n := 3 + random.IntN(7)
		in := tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1))
		if example%2 == 1 {
			in = withFixed(t, random, in, 4)
		}
		ends := random.Perm(n)
		path := tsp.Edge{int32(ends[0]), int32(ends[1])}
		want := shortestPath(in, path[0], path[1])
		result, err := Solve(t.Context(), in, Options{Devices: onProcessor(t), Iterations: 60, Ants: 32, Path: &path})
		if want < 0 { // the fixed edges leave none
			if refused := new(OptionError); !errors.As(err, &refused) || refused.Option != "Path" {
				t.Errorf("example %d: %v", example, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		algorithms[result.Algorithm]++
		length, err := verify.Path(in, result.Tour, path[0], path[1])
		if err != nil || length != want || result.Length != want || *result.Path != path {
			t.Errorf("example %d, %d cities, %v, fixed %v: length %d, reported %d, want %d: %v", example, n, path, in.Fixed, length, result.Length, want, err)
		}
	}
	if algorithms[Merged] < 3 || algorithms[Exhaustive] < 3 {
		t.Errorf("runs by algorithm: %v", algorithms)
	}
}

func TestRefusedPaths(t *testing.T) {
	in := generated(t, 20)
	fixed, err := in.WithFixed(tsp.Edge{3, 4}, tsp.Edge{4, 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		instance *tsp.Instance
		options  Options
		want     string
	}{
		{in, Options{Path: &tsp.Edge{3, 3}}, "not city 3 and itself"},
		{in, Options{Path: &tsp.Edge{3, 20}}, "city 20 is outside 0..19"},
		{in, Options{Path: &tsp.Edge{-1, 3}}, "city -1 is outside 0..19"},
		{fixed, Options{Path: &tsp.Edge{4, 3}}, "the edge is given twice"},
		{fixed, Options{Path: &tsp.Edge{4, 9}}, "city 4 has two fixed edges already"},
		{asymmetric(20), Options{Path: &tsp.Edge{3, 4}}, "open paths need a symmetric instance"},
		{in, Options{Path: &tsp.Edge{3, 4}, Algorithm: MMAS}, "supported by algorithm merged, not by mmas"},
	} {
		c.options.Devices = onProcessor(t)
		_, err := Solve(t.Context(), c.instance, c.options)
		if refused := new(OptionError); !errors.As(err, &refused) || refused.Option != "Path" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.options.Path, err, c.want)
		}
	}
}

// A run with an open path continues from its checkpoint, with the same lengths.
func TestOpenPathResumes(t *testing.T) {
	in, path := generated(t, 40), tsp.Edge{30, 7}
	options := Options{Devices: onProcessor(t), Iterations: 10, Ants: 32, Path: &path, Checkpoint: t.TempDir() + "/path"}
	first, err := Solve(t.Context(), in, options)
	if err != nil {
		t.Fatal(err)
	}
	options = Options{Devices: onProcessor(t), Iterations: 30, Path: &path, Resume: options.Checkpoint}
	again, err := Solve(t.Context(), in, options)
	if err != nil || again.Length > first.Length || again.FirstLength != first.FirstLength {
		t.Fatalf("%+v, %v; before %d", again, err, first.Length)
	}
	if length, err := verify.Path(in, again.Tour, path[0], path[1]); err != nil || length != again.Length {
		t.Errorf("length %d, reported %d: %v", length, again.Length, err)
	}
	if options.Path = nil; !strings.Contains(errorOf(Solve(t.Context(), in, options)), "instance") {
		t.Error("a closed tour continues from an open path")
	}
}

func errorOf(_ *Result, err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
