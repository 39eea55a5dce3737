package aco

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A tour that exists is never refused before the run, whatever edges are forbidden or fixed.
func TestPossibleToursAreNotRefused(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(38, 5))
	possible, refused := 0, 0
	for example := range 600 {
		n := 4 + random.IntN(4)
		kind := []tsp.Kind{tsp.TSP, tsp.ATSP}[example%2]
		in := tsptest.Matrix(kind, n, func() int32 { return 1 + random.Int32N(2)*99*min(1, random.Int32N(4)) })
		in.Forbidden = 100
		if example%3 == 0 {
			in = withFixed(t, random, in, 4)
		}
		options := Options{}
		want, _ := tsptest.Optimum(in)
		if example%4 > 1 {
			ends := drawEnds(random, n, example/4)
			options.Path, want = &ends, tsptest.ShortestPath(in, ends)
			if want < 0 {
				continue // the fixed edges leave no path
			}
		}
		err := (&request{original: in, options: options}).checkPossible(t.Context())
		if want < 100 {
			possible++
			if err != nil {
				t.Errorf("example %d, %s %v, fixed %v, path %v: %v, but there is a tour of length %d", example, kind,
					in.Weights, in.Fixed, options.Path, err, want)
			}
		} else if err != nil {
			refused++
		}
	}
	if possible < 100 || refused < 100 {
		t.Errorf("%d examples have a tour, %d are refused", possible, refused)
	}
}

// Forbidden edges that clearly leave no tour are refused before the run, with the city.
func TestImpossibleTours(t *testing.T) {
	allowed := func(kind tsp.Kind, edges ...tsp.Edge) *tsp.Instance {
		const n = 6
		in := &tsp.Instance{Name: "graph", Kind: kind, Metric: tsp.Explicit, Forbidden: 9,
			Names: []string{"A", "B", "C", "D", "E", "F"}}
		for range n * n {
			in.Weights = append(in.Weights, in.Forbidden)
		}
		for _, e := range edges {
			in.Weights[e[0]*n+e[1]] = 1
			if kind == tsp.TSP {
				in.Weights[e[1]*n+e[0]] = 1
			}
		}
		return in
	}
	line := []tsp.Edge{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}
	triangles := []tsp.Edge{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}
	oneWay := append(triangles[:6:6], tsp.Edge{1, 0}, tsp.Edge{0, 3})
	twoWays := []tsp.Edge{{0, 3}}
	for _, e := range triangles {
		twoWays = append(twoWays, e, tsp.Edge{e[1], e[0]})
	}
	for says, c := range map[string]struct {
		in   *tsp.Instance
		path *tsp.Ends
	}{
		"too few edges of A (place 0)": {allowed(tsp.TSP, line...), nil},
		"too few edges of F (place 5)": {allowed(tsp.TSP, line[:4]...),
			&tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}},
		"leads from A (place 0) to D (place 3)":                       {allowed(tsp.TSP, triangles...), nil},
		"leads from E (place 4) to A (place 0)":                       {allowed(tsp.ATSP, twoWays...), &tsp.Ends{4, 2}},
		"leads from F (place 5) to A (place 0)":                       {allowed(tsp.ATSP, twoWays...), &tsp.Ends{5, tsp.FreeEnd}},
		"leads from D (place 3) to A (place 0)":                       {allowed(tsp.ATSP, oneWay...), nil},
		"the fixed edge from A (place 0) to C (place 2) is forbidden": {allowed(tsp.TSP, line...), nil},
	} {
		if strings.Contains(says, "fixed") {
			fixed := must.Get(c.in.WithFixed(tsp.Edge{0, 2}))(t)
			c.in = fixed
		}
		started := false
		_, err := Solve(t.Context(), c.in, Options{Devices: onProcessor(t), Path: c.path,
			Progress: func(Progress) { started = true }})
		if input := (*tsp.Error)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), says) || started {
			t.Errorf("%s: %v, started %t", says, err, started)
		}
	}
	path := Options{Devices: onProcessor(t), Path: &tsp.Ends{0, tsp.FreeEnd}, Iterations: 5}
	if result, err := Solve(t.Context(), allowed(tsp.TSP, line...), path); err != nil || result.Length != 5 {
		t.Errorf("the line: %v, %v", result, err)
	}
}

// A run without a target says that a tour without length is optimal.
func TestToursWithoutLength(t *testing.T) {
	for _, o := range []Options{{}, {Iterations: 3}, {Method: MMAS{}}, {Path: &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}}} {
		in := &tsp.Instance{Name: "one place", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 12),
			Y: make([]float64, 12)}
		o.Devices = onProcessor(t)
		if result, err := Solve(t.Context(), in, o); err != nil || result.Length != 0 || result.Stop != StopOptimal {
			t.Errorf("%+v: %+v, %v", o.Path, result, err)
		}
	}
}
