package aco

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// sparse returns an instance in which about one in so many edges is forbidden. With hidden, no
// edge of the tour 0, 1, 2, ... is.
func sparse(t *testing.T, random *rand.Rand, n, oneIn int, hidden bool) *tsp.Instance {
	t.Helper()
	distances := make([][]float64, n)
	for i := range distances {
		distances[i] = make([]float64, n)
		for j := range i {
			d := float64(random.IntN(1000)) / 10
			if next := i == j+1 || j == 0 && i == n-1; random.IntN(oneIn) == 0 && !(hidden && next) {
				d = math.Inf(1)
			}
			distances[i][j], distances[j][i] = d, d
		}
	}
	return must.Get(tsp.FromDecimals(t.Context(), distances, "s"))(t)
}

// Runs on instances with forbidden edges end with the shortest tour or path without them, and
// with an error if there is none.
func TestForbiddenEdges(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(16, 10))
	found, none := 0, 0
	for example := range 24 {
		in := sparse(t, random, 4+random.IntN(6), 2+example%3, example%2 == 0)
		var path *tsp.Ends
		want, tour := tsptest.Optimum(in)
		if example%3 == 0 {
			path = &tsp.Ends{tsp.FreeEnd, int32(random.IntN(4))}
			want = tsptest.ShortestPath(in, *path)
		}
		possible := in.Forbidden == 0 || want < int64(in.Forbidden)
		result, err := Solve(t.Context(), in, Options{Devices: onProcessor(t), Iterations: 60,
			Method: Automatic{Ants: 32}, Path: path})
		if !possible {
			none++
			refused, before := new(ForbiddenEdgeError), new(tsp.Error)
			if !errors.As(err, &refused) && !errors.As(err, &before) {
				t.Errorf("example %d: %v, %v", example, result, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("example %d, %v, %v: %v", example, path, tour, err)
		}
		found++
		if err := verify.Allowed(in, result.Tour, path != nil); err != nil || result.Length != want {
			t.Errorf("example %d: length %d, want %d: %v", example, result.Length, want, err)
		}
	}
	if found < 8 || none < 3 {
		t.Errorf("%d tours, none %d times", found, none)
	}
}

// A run on a graph stops at a Hamiltonian cycle or path. No length of a tour with forbidden edges
// is shown.
func TestHamiltonianCycle(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 11))
	const n = 100
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, n*n), Forbidden: 2}
	for i := range in.Weights {
		in.Weights[i] = in.Forbidden
	}
	cycle := random.Perm(n)
	for i := range 3 * n / 2 {
		a, b := cycle[i%n], cycle[(i+1)%n]
		if i >= n {
			a, b = random.IntN(n), random.IntN(n)
		}
		in.Weights[a*n+b], in.Weights[b*n+a] = 1, 1
	}
	for _, path := range []*tsp.Ends{nil, {tsp.FreeEnd, tsp.FreeEnd}} {
		want := int64(n)
		if path != nil {
			want--
		}
		without := 0
		result, err := Solve(t.Context(), in, Options{Devices: onProcessor(t), Iterations: 500, Path: path,
			Progress: func(p Progress) {
				if p.NoTour {
					without++
				}
				if tour, _ := p.Tour(); p.Best != 0 && p.Best != want || p.NoTour && (p.Best != 0 || tour != nil) {
					t.Errorf("in phase %s the best length is %d, no tour %t", p.Phase, p.Best, p.NoTour)
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		if without == 0 || slices.ContainsFunc(result.Trace, func(i Improvement) bool { return i.Length != want }) {
			t.Errorf("no tour %d times, trace %v", without, result.Trace)
		}
		if result.Length != want || result.Stop != StopOptimal {
			t.Errorf("length %d, stopped by %s", result.Length, result.Stop)
		}
	}
}
