package tsp_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func TestFromCoordinates(t *testing.T) {
	x, y, z := []float64{0, 30, 30}, []float64{0, 0, 40}, []float64{0, 0, 120}
	for metric, axes := range map[tsp.Metric][][]float64{
		tsp.EUC2D: {x, y}, tsp.CEIL2D: {x, y}, tsp.MAN2D: {x, y}, tsp.MAX2D: {x, y}, tsp.ATT: {x, y}, tsp.GEO: {x, y},
		tsp.EUC3D: {x, y, z},
	} {
		in, err := tsp.FromCoordinates(metric, axes...)
		if err != nil {
			t.Errorf("%s: %v", metric, err)
			continue
		}
		want := &tsp.Instance{Kind: tsp.TSP, Metric: metric, X: x, Y: y}
		if metric == tsp.EUC3D {
			want.Z = z
		}
		if diff := cmp.Diff(want, in); diff != "" {
			t.Errorf("%s: %s", metric, diff)
		}
	}
	in := must.Get(tsp.FromCoordinates(tsp.EUC2D, x, y))(t)
	x[0] = 1000
	if in.X[0] != 0 {
		t.Error("the instance shares the caller's slice")
	}
}

func TestFromDegrees(t *testing.T) {
	latitudes, longitudes := []float64{48.75, -33.5, 90}, []float64{9.25, 151.25, -180}
	got := must.Get(tsp.FromDegrees(latitudes, longitudes))(t)
	want := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Haversine, X: []float64{48.75, -33.5, 90},
		Y: []float64{9.25, 151.25, -180}, Unit: tsp.Unit{Name: "m"}}
	latitudes[0], longitudes[0] = 0, 0 // the instance has its own
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFromMatrix(t *testing.T) {
	symmetric := [][]int{{-1, 2, 3}, {2, -1, 4}, {3, 4, -1}}
	for _, c := range []struct {
		matrix [][]int
		want   *tsp.Instance
	}{
		{symmetric, &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0, 2, 3, 2, 0, 4, 3, 4, 0}}},
		{[][]int{{0, 2, 3}, {2, 0, 4}, {3, math.MaxInt32, 0}},
			&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit,
				Weights: []int32{0, 2, 3, 2, 0, 4, 3, math.MaxInt32, 0}}},
	} {
		got, err := tsp.FromMatrix(c.matrix)
		if err != nil {
			t.Errorf("%v: %v", c.matrix, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v: %s", c.matrix, diff)
		}
	}
}

func TestFromRefuses(t *testing.T) {
	two, three := []float64{1, 2}, []float64{1, 2, 3}
	coordinates := func(metric tsp.Metric, axes ...[]float64) error {
		_, err := tsp.FromCoordinates(metric, axes...)
		return err
	}
	degrees := func(latitudes, longitudes []float64) error {
		_, err := tsp.FromDegrees(latitudes, longitudes)
		return err
	}
	matrix := func(distances [][]int) error {
		_, err := tsp.FromMatrix(distances)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{coordinates(tsp.EUC2D), "metric EUC_2D has 2 axes of coordinates, not 0"},
		{coordinates(tsp.EUC2D, three, three, three), "has 2 axes of coordinates, not 3"},
		{coordinates(tsp.EUC3D, three, three), "metric EUC_3D has 3 axes of coordinates, not 2"},
		{coordinates(tsp.Explicit, three, three), "metric EXPLICIT has a matrix"},
		{coordinates("", three, three, three, three), `metric "" is not supported`},
		{coordinates(tsp.EUC2D, nil, nil), "0 cities are outside 1.."},
		{coordinates(tsp.EUC2D, three, two), "2 values of Y for 3 cities"},
		{coordinates(tsp.EUC2D, three, []float64{0, math.NaN(), 0}),
			"city 1: coordinate NaN is not finite"},
		{coordinates(tsp.MAN2D, three, []float64{0, 6e8, 0}), "scale the instance down"},
		{degrees(three, two), "2 values of Y for 3 cities"},
		{degrees([]float64{0, 0, 90.5}, three), "city 2: latitude 90.5 is outside -90..90"},
		{degrees([]float64{0, math.NaN(), 0}, three), "is not finite"},
		{matrix(nil), "0 cities are outside 1.."},
		{matrix([][]int{{0, 1, 2}, {1, 0}, {1, 2, 0}}), "row 1 of the matrix has 2 distances"},
		{matrix([][]int{{0, 1, 2}, {1, 0, 3}, {1, -2, 0}}),
			"the distance -2 from city 2 to city 1 is outside"},
		{matrix([][]int{{0, 1, 2}, {1, 0, 1 << 31}, {1, 2, 0}}), "2147483648 from city 1 to city 2"},
		{matrix(make([][]int, 46_341)), "46341 cities is larger than the largest"},
	} {
		tsptest.RequireError(t, c.want, c.err, c.want)
	}
}
