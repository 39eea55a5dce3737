package bound

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The search proves the shortest of all tours, whatever tour is known when it begins. Forbidden edges
// are as long as the instance says, so a tour with them may be shorter.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawProblem(t, 9)
		optimum := shortest(in)
		if optimum == math.MaxInt64 {
			return
		}
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
