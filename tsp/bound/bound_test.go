package bound

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

func TestNoTourIsShorter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawProblem(t, 9)
		optimum, _ := tsptest.Optimum(in)
		for _, options := range []Options{{Iterations: 1}, {Iterations: 50},
			{TimeLimit: time.Minute, Iterations: 50}} {
			got := must.Get(HeldKarp(context.Background(), in, options))(t)
			if only := onlyTour(in); only != nil && got.Length != optimum {
				t.Fatalf("bound %d, the only tour has length %d", got.Length, optimum)
			}
			if got.Length > optimum {
				t.Fatalf("%+v: bound %d, shortest tour %d", options, got.Length, optimum)
			}
		}
	})
}

// The bound of random cities in the plane is close to 0.7080·√(n·A), the mean of the best bounds
// that weights can give to many cities; fewer cities have larger ones (Johnson, McGeoch and
// Rothberg, "Asymptotic Experimental Analysis for the Held-Karp Traveling Salesman Bound", SODA
// 1996).
func TestBoundIsClose(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 3000, 1)
	got := must.Get(HeldKarp(t.Context(), in, Options{Iterations: 100}))(t)
	if best := 0.7080 * math.Sqrt(3000*1e12); float64(got.Length) < 0.995*best {
		t.Errorf("bound %d, %.4f of the mean of the best", got.Length, float64(got.Length)/best)
	}
	cities := 0
	for _, count := range got.Degrees {
		cities += count
	}
	if cities != 3000 || got.Degrees[0] != 0 || got.Degrees[2] < 2400 || got.Iterations != 100 {
		t.Errorf("degrees %v, %d iterations", got.Degrees, got.Iterations)
	}
}

// The result does not depend on the number of processors.
func TestProcessors(t *testing.T) {
	in := tsptest.Generate(t, "clustered", 700, 1)
	tsptest.OnProcessors(t, func() any {
		got := must.Get(HeldKarp(t.Context(), in, Options{Iterations: 40}))(t)
		got.Elapsed = 0
		return got
	})
}

// The zero options find the optimum where a 1-tree is a tour. A fixed diagonal of the square makes the
// bound larger: all tours with it have both, whatever the metric.
func TestZeroOptions(t *testing.T) {
	square := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 0, 10, 10}, Y: []float64{0, 10, 10, 0}}
	matrix := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit,
		Weights: []int32{0, 10, 14, 10, 10, 0, 10, 14, 14, 10, 0, 10, 10, 14, 10, 0}}
	for _, c := range []struct {
		in    *tsp.Instance
		fixed []tsp.Edge
		want  int64
	}{
		{square, nil, 40}, {square, []tsp.Edge{{0, 2}}, 48}, {matrix, []tsp.Edge{{0, 2}}, 48},
		{tsptest.Matrix(tsp.TSP, 50, func() int32 { return 0 }), nil, 0},
	} {
		c.in.Fixed = c.fixed
		if got, err := HeldKarp(t.Context(), c.in, Options{}); err != nil || got.Length != c.want {
			t.Errorf("%s, fixed %v: %+v, %v, want %d", c.in.Metric, c.fixed, got, err, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	symmetric := tsptest.Matrix(tsp.TSP, 5, func() int32 { return 1 })
	for _, c := range []struct {
		in      *tsp.Instance
		options Options
		want    string
	}{
		{symmetric, Options{Iterations: -1}, "-1 iterations"},
		{symmetric, Options{TimeLimit: -time.Second}, "time limit"},
		{symmetric, Options{Path: &tsp.Ends{1, 1}}, "two different ends"},
	} {
		_, err := HeldKarp(t.Context(), c.in, c.options)
		var refused *tsp.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, in := range []*tsp.Instance{symmetric, tsptest.Matrix(tsp.ATSP, 5, func() int32 { return 1 }),
		tsptest.Generate(t, "uniform", 100, 1)} {
		if _, err := HeldKarp(ended, in, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the context was canceled: %v", in.Metric, err)
		}
	}
}

// No bound of a published instance is above its optimum.
func TestPublishedInstances(t *testing.T) {
	folder := os.Getenv("ACO_VK_TSPLIB")
	if folder == "" {
		t.Skip("ACO_VK_TSPLIB does not name a folder with TSPLIB's instances")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*tsp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no instances in %s: %v", folder, err)
	}
	most := 1500
	if testing.Short() {
		most = 300
	}
	compared := map[tsp.Kind]int{}
	for _, file := range files {
		in, err := tsplib.ReadFile(file)
		if err != nil {
			t.Logf("%s: %v", file, err)
			continue
		}
		optimum, known := bestknown.Length(in)
		if !known || in.Dimension() > most {
			continue
		}
		got := must.Get(HeldKarp(t.Context(), in, Options{Iterations: 100}))(t)
		compared[in.Kind]++
		if got.Length > optimum || float64(got.Length) < 0.75*float64(optimum) {
			t.Errorf("%s: bound %d, optimum %d", in.Name, got.Length, optimum)
		}
	}
	if compared[tsp.TSP] < 20 || compared[tsp.ATSP] < 10 {
		t.Errorf("only %v instances", compared)
	}
}

// Many cities at each place hardly lower the bound: the graph of the ascent has other places, too.
func TestCoincidentPlaces(t *testing.T) {
	const places, each = 300, 12
	distinct := tsptest.Generate(t, "uniform", places, 1)
	cities := make(tsp.Tour, places*each)
	for i := range cities {
		cities[i] = int32(i % places)
	}
	want := must.Get(HeldKarp(t.Context(), distinct, Options{Iterations: 300}))(t)
	got := must.Get(HeldKarp(t.Context(), distinct.Part(cities), Options{Iterations: 300}))(t)
	if got.Length > want.Length+want.Length/100 || got.Length < want.Length-want.Length/20 {
		t.Errorf("bound %d with %d cities at each place, %d with one", got.Length, each, want.Length)
	}
}

// An instance that is not valid has no bound.
func TestInvalidInstance(t *testing.T) {
	var refused *tsp.Error
	for _, in := range []*tsp.Instance{nil, {}} {
		if _, err := HeldKarp(t.Context(), in, Options{}); !errors.As(err, &refused) {
			t.Error(err)
		}
	}
}

// One city and two have one tour, whose length is the bound.
func TestBoundOfOneAndTwoCities(t *testing.T) {
	for _, c := range []struct {
		in   *tsp.Instance
		want int64
	}{
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{1}, Y: []float64{2}}, 0},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 3}, Y: []float64{0, 4}}, 10},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9, 3, 4, 9}}, 7},
	} {
		got, err := HeldKarp(t.Context(), c.in, Options{})
		if length, wrong := verify.Tour(c.in, tsp.Tour{0, 1}[:c.in.Dimension()]); err != nil || wrong != nil ||
			got.Length != c.want || length != c.want {
			t.Errorf("bound %+v, error %v; length %d, error %v; want %d", got, err, length, wrong, c.want)
		}
	}
}
