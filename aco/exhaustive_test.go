package aco

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// Every method returns the only tour of one place and of two, without a search.
func TestOneAndTwoPlaces(t *testing.T) {
	x, y := []float64{50, 52}, []float64{8, 13}
	matrix := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9, 3, 4, 9}}
	one := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9}}
	for _, of := range []struct {
		in   *tsp.Instance
		ends *tsp.Ends
		want int64
		tour string
	}{
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: x[:1], Y: y[:1]}, nil, 0, "[0]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x[:1], Y: y[:1]}, &tsp.Ends{0, tsp.FreeEnd}, 0, "[0]"},
		{one, nil, 0, "[0]"},
		{one, &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, 0, "[0]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x, Y: y}, nil, 10, "[0 1]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x, Y: y}, &tsp.Ends{1, tsp.FreeEnd}, 5, "[1 0]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x, Y: y, Fixed: []tsp.Edge{{0, 1}}}, nil, 10, "[0 1]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{1, 1}, Y: []float64{2, 2}}, nil, 0, "[0 1]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x, Y: y, Fixed: []tsp.Edge{{0, 1}}}, &tsp.Ends{1, 0}, 5, "[1 0]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: x, Y: y, Fixed: []tsp.Edge{{0, 1}}},
			&tsp.Ends{tsp.FreeEnd, 0}, 5, "[1 0]"},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9, 3, 4, 9}, Fixed: []tsp.Edge{{1, 0}}},
			&tsp.Ends{1, 0}, 4, "[1 0]"},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9, 3, 4, 9}, Fixed: []tsp.Edge{{1, 0}}},
			&tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, 4, "[1 0]"},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 100, 4, 0}, Forbidden: 100},
			&tsp.Ends{1, 0}, 4, "[1 0]"},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 3, 4, 0}, Forbidden: 100}, nil, 7, "[0 1]"},
		{&tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0}, Forbidden: 100}, nil, 0, "[0]"},
		{matrix, nil, 7, "[0 1]"},
		{matrix, &tsp.Ends{1, 0}, 4, "[1 0]"},
		{matrix, &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, 3, "[0 1]"},
	} {
		for _, method := range []Method{nil, Merged{}, Chained{}, MMAS{}, ACS{}, AntSystem{}} {
			got, err := Solve(t.Context(), of.in, Options{Method: method, Path: of.ends, Iterations: 2, Checkpoint: t.TempDir() + "/run"})
			if err != nil {
				t.Errorf("%T, %d places, ends %v: %v", method, of.in.Dimension(), of.ends, err)
			} else if got.Length != of.want || of.ends == nil && got.Stop != StopOptimal || fmt.Sprint(got.Tour) != of.tour {
				t.Errorf("%T, %d places, ends %v: tour %v of length %d, %s; want %s of length %d", method,
					of.in.Dimension(), of.ends, got.Tour, got.Length, got.Stop, of.tour, of.want)
			}
		}
	}
}

// The only leg of a path of two cities may not be forbidden, nor be fixed the other way.
func TestNoPathOfTwoPlaces(t *testing.T) {
	for _, in := range []*tsp.Instance{
		{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 3, 100, 0}, Forbidden: 100},
		{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 3, 4, 0}, Fixed: []tsp.Edge{{0, 1}}},
	} {
		if got, err := Solve(t.Context(), in, Options{Path: &tsp.Ends{1, 0}}); err == nil {
			t.Errorf("fixed %v, forbidden %d: %+v", in.Fixed, in.Forbidden, got.Tour)
		}
	}
}
