package tsp_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

func TestDistanceByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		metric tsp.Metric
		a, b   [3]float64
		want   int64
	}{
		{"3-4-5", tsp.EUC2D, [3]float64{1, 2}, [3]float64{4, 6}, 5},
		{"halves go up", tsp.EUC2D, [3]float64{0, 0}, [3]float64{2.5, 0}, 3},
		{"below a half goes down", tsp.EUC2D, [3]float64{0, 0}, [3]float64{2.4999, 0}, 2},
		{"ceiling", tsp.CEIL2D, [3]float64{0, 0}, [3]float64{2.0001, 0}, 3},
		{"ceiling of a whole number", tsp.CEIL2D, [3]float64{0, 0}, [3]float64{3, 4}, 5},
		{"the sum is rounded, not the axes", tsp.MAN2D, [3]float64{0, 0}, [3]float64{1.4, -1.4}, 3},
		{"the larger axis", tsp.MAX2D, [3]float64{0, 0}, [3]float64{-7.5, 2}, 8},
		{"space diagonal", tsp.EUC3D, [3]float64{0, 0, 0}, [3]float64{2, 3, 6}, 7},
		{"√(10/10) is whole", tsp.ATT, [3]float64{0, 0}, [3]float64{1, 3}, 1},
		{"√(16/10) = 1.26 goes up", tsp.ATT, [3]float64{0, 0}, [3]float64{4, 0}, 2},
		{"one place is one kilometre", tsp.GEO, [3]float64{48.08, 11.34}, [3]float64{48.08, 11.34}, 1},
		{"a quarter of the meridian: 6378.388·π/2 + 1", tsp.GEO, [3]float64{0, 0}, [3]float64{90, 0}, 10020},
		{"π has six decimals: 18527.999, not 18528.003", tsp.GEO, [3]float64{0, 0}, [3]float64{0, 166.26}, 18528},
		{"the degrees are cut off: 48.50 is 48°50'", tsp.GEO, [3]float64{48.50, 0}, [3]float64{49.50, 0}, 112},
		{"degrees south are cut off towards zero", tsp.GEO, [3]float64{-0.50, 0}, [3]float64{0.50, 0}, 186},
		{"the fraction is minutes: half a degree", tsp.GEO, [3]float64{0, 0}, [3]float64{0, 0.30}, 56},
	} {
		in := &tsp.Instance{
			Kind: tsp.TSP, Metric: c.metric,
			X: []float64{c.a[0], c.b[0], 0}, Y: []float64{c.a[1], c.b[1], 0}, Z: []float64{c.a[2], c.b[2], 0},
		}
		if got := in.Distance(0, 1); got != c.want {
			t.Errorf("%s: %s is %d, want %d", c.name, c.metric, got, c.want)
		}
	}
}

func TestDistanceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawInstance(t)
		must.Do(t, in.Validate())
		n := in.Dimension()
		i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
		d, back := in.Distance(i, j), in.Distance(j, i)
		if fast := in.DistanceFunc()(uint32(i), uint32(j)); fast != d {
			t.Fatalf("%s: the distance is %d, by DistanceFunc %d", in.Metric, d, fast)
		}
		if d < 0 || d > math.MaxInt32 {
			t.Fatalf("distance %d", d)
		}
		if i == j && d != 0 {
			t.Fatalf("a city is %d away from itself", d)
		}
		if d != back && (in.Symmetric() || in.Metric != tsp.Explicit) {
			t.Fatalf("%d there, %d back", d, back)
		}
	})
}

// The two length functions, which share only the cosine, agree on every metric.
func TestLengthAgreesWithVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawInstance(t)
		tour := tsptest.DrawTour(t, in.Dimension())
		got := must.Get(verify.Tour(in, tour))(t)
		if want := tour.Length(in); got != want {
			t.Fatalf("%s: verify says %d, tsp says %d", in.Metric, got, want)
		}
	})
}

func TestUnknownMetricHasNoDistance(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: "XRAY1", X: make([]float64, 3), Y: make([]float64, 3)}
	if d := in.Distance(0, 1); d != -1 {
		t.Errorf("distance %d", d)
	}
}

func TestInstanceValidate(t *testing.T) {
	three := []float64{1, 2, 3}
	for _, c := range []struct {
		in   tsp.Instance
		want string
	}{
		{tsp.Instance{Kind: "CVRP", Metric: tsp.EUC2D, X: three, Y: three}, `kind "CVRP" is not supported`},
		{tsp.Instance{Kind: tsp.TSP, Metric: "XRAY1", X: three, Y: three}, `metric "XRAY1" is not supported`},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three[:0], Y: three[:0]}, "0 cities are outside 1.."},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three, Y: three[:2]}, "2 values of Y for 3 cities"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three, Y: three, Z: three}, "3 values of Z"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC3D, X: three, Y: three}, "0 values of Z"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three, Y: []float64{0, 0, math.NaN()}}, "city 2"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three, Y: []float64{0, 5.1e8, 0}}, "city 1"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{0, 91, 0}, Y: three}, "latitude 91"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: three, Y: []float64{0, 361, 0}}, "longitude 361"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: three, Y: three, Weights: []int32{1}}, "no weights"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, 10)}, "not a square"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, 9), X: three}, "no coordinates"},
		{tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 1, 2, 0, 1, 1, 1, 0}}, "symmetric"},
		{tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, -1, 1, 2, 0, 1, 1, 1, 0}}, "negative"},
	} {
		tsptest.RequireError(t, c.want, c.in.Validate(), c.want)
	}
}
