package bound

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The search proves the shortest of all tours, whatever tour is known when it begins. Forbidden edges
// are as long as the instance says, so a tour with them may be shorter.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawProblem(t, 9)
		optimum, _ := tsptest.Optimum(in)
		longer, calls := rapid.Int64Range(0, 1+optimum/4).Draw(t, "longer"), new(atomic.Int64)
		late := rapid.Int64Range(0, 200).Draw(t, "calls with the longer tour")
		known := func() int64 {
			if calls.Add(1) > late {
				return optimum
			}
			return optimum + longer
		}
		options := Options{Iterations: rapid.SampledFrom([]int{1, 50}).Draw(t, "iterations")}
		got, err := Prove(t.Context(), in, options, known, func(*Result) {})
		if err != nil || got.Length > optimum || got.Length < optimum && in.Forbidden == 0 {
			t.Fatalf("known by %d: bound %+v, error %v, shortest tour %d", longer, got, err, optimum)
		}
	})
}

// A search that branches proves the shortest of all tours: on a grid many tours are nearly as short, and
// the bound before the search is below them.
func TestProofsAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(64, 1))
	branched := 0
	for range 60 {
		in := &tsp.Instance{Name: "grid", Kind: tsp.TSP, Metric: tsp.MAN2D}
		for range 10 {
			in.X, in.Y = append(in.X, float64(random.IntN(7))), append(in.Y, float64(random.IntN(7)))
		}
		if random.IntN(2) == 0 {
			in = tsptest.Matrix(tsp.TSP, 10, func() int32 { return 1 + random.Int32N(2+random.Int32N(30)) })
		}
		want, _ := tsptest.Optimum(in)
		var before int64
		got, err := Prove(t.Context(), in, Options{Iterations: 1}, func() int64 { return want + want/4 },
			func(r *Result) { before = r.Length })
		if err != nil || got.Length != want {
			t.Fatalf("bound %+v, error %v, shortest tour %d of %v", got, err, want, in)
		}
		if before < want {
			branched++
		}
	}
	if branched < 40 {
		t.Errorf("%d searches", branched)
	}
}

// Paths with given ends are proven as tours are.
func TestProvePaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawProblem(t, 7)
		ends := rapid.Permutation([]int32{0, 1, 2, tsp.FreeEnd, tsp.FreeEnd}).Draw(t, "ends")
		path := tsp.Ends{ends[0], ends[1]}
		optimum := tsptest.ShortestPath(in, path)
		if optimum < 0 {
			return
		}
		got, err := Prove(t.Context(), in, Options{Path: &path}, func() int64 { return optimum }, func(*Result) {})
		if err != nil || got.Length > optimum || got.Length < optimum && in.Forbidden == 0 {
			t.Fatalf("ends %v: bound %+v, error %v, shortest path %d", path, got, err, optimum)
		}
	})
}

// BenchmarkProve reports how many of the published instances in the folder ACO_VK_TSPLIB are proven
// within a time, if the optimum is known when the search begins.
func BenchmarkProve(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("ACO_VK_TSPLIB"), "*sp", "*.*sp"))
	for name, c := range map[string]struct {
		cities int
		limit  time.Duration
	}{"100 cities in 2 s": {100, 2 * time.Second}, "200 cities in 10 s": {200, 10 * time.Second}} {
		b.Run(name, func(b *testing.B) {
			proven, all := 0, 0
			for b.Loop() {
				for _, file := range files {
					in, err := tsplib.ReadFile(file)
					if err != nil || in.Dimension() > c.cities {
						continue
					}
					optimum, known := bestknown.Length(in)
					if !known {
						continue
					}
					ctx, cancel := context.WithTimeout(b.Context(), c.limit)
					if got, _ := Prove(ctx, in, Options{}, func() int64 { return optimum }, func(*Result) {}); got != nil && got.Length == optimum {
						proven++
					} else {
						b.Log(in.Name)
					}
					cancel()
					all++
				}
			}
			b.ReportMetric(float64(proven), "proven")
			b.ReportMetric(float64(all), "instances")
		})
	}
}

// A proof takes the recorded work: how often it looks at the known length, on one processor, with a tour
// by Or-opt as the first known one. A proof by another order of subproblems has the same length.
func TestWorkOfProofs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	matrix := func(kind tsp.Kind, n int) *tsp.Instance {
		random := rand.New(rand.NewPCG(64, 3))
		return tsptest.Matrix(kind, n, func() int32 { return 100 + random.Int32N(100) })
	}
	for name, of := range map[string]struct {
		in   *tsp.Instance
		want string
	}{
		"matrix":     {matrix(tsp.TSP, 40), "4239 after 2902"},
		"asymmetric": {matrix(tsp.ATSP, 20), "2201 after 2842"},
		"grid":       {tsptest.Generate(t, "grid", 25, 2), "25414 after 4309"},
		"uniform":    {tsptest.Generate(t, "uniform", 45, 6), "5506678 after 2867"},
	} {
		tour, err := construct.NearestNeighbour(t.Context(), of.in, 0)
		if err == nil && of.in.Symmetric() {
			var shorter construct.OrOptResult
			shorter, err = construct.OrOpt(t.Context(), of.in, tour, construct.OrOptOptions{})
			tour = shorter.Tour
		}
		must.Do(t, err)
		looks := 0
		known := func() int64 { looks++; return tour.Length(of.in) }
		result := must.Get(Prove(t.Context(), of.in, Options{Iterations: 100}, known, func(*Result) {}))(t)
		if got := fmt.Sprint(result.Length, " after ", looks); got != of.want {
			t.Errorf("%s: %s, want %s", name, got, of.want)
		}
	}
}
