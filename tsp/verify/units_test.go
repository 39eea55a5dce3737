package verify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Lengths in units of package tsp and of package verify agree for coordinates of every scale, with
// and without a place far away, in the plane and on the globe.
func TestUnitLength(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []float64{1e-9, 1e-3, 1, 1e3, 1e9} {
		for _, outlier := range []float64{1, 1e2, 1e6} {
			const n = 20
			x, y := make([]float64, n), make([]float64, n)
			for city := range n {
				x[city], y[city] = scale*random.Float64(), scale*random.Float64()
			}
			x[7] *= outlier
			for _, metric := range []tsp.Metric{tsp.EUC2D, tsp.MAN2D, tsp.MAX2D} {
				in := must.Get(tsp.FromXY(metric, x, y))(t)
				compareUnitLengths(t, in)
			}
		}
	}
	for _, around := range []float64{1e-6, 1e-3, 1, 90} {
		const n = 20
		latitudes, longitudes := make([]float64, n), make([]float64, n)
		for city := range n {
			latitudes[city], longitudes[city] = around*(2*random.Float64()-1), 179+2*around*random.Float64()
		}
		in := must.Get(tsp.FromDegrees(latitudes, longitudes))(t)
		compareUnitLengths(t, in)
	}
}

func compareUnitLengths(t *testing.T, in *tsp.Instance) {
	t.Helper()
	tour := make(tsp.Tour, in.Dimension())
	for i, city := range rand.New(rand.NewPCG(3, 4)).Perm(len(tour)) {
		tour[i] = int32(city)
	}
	for _, open := range []bool{false, true} {
		a, b := tour.UnitLength(in, open), verify.UnitLength(in, tour, open)
		if !(math.Abs(a-b) <= 1e-11*a) || a == 0 {
			t.Errorf("%s with %d decimals, open %v: %v, verified %v", in.Metric, in.Unit.Decimals, open, a, b)
		}
		steps := float64(len(tour)) / in.Unit.Scale()
		if exact := in.Unit.Value(tour.Length(in)); !open && math.Abs(a-exact) > 2*steps {
			t.Errorf("%s with %d decimals: %v, in steps %v", in.Metric, in.Unit.Decimals, a, exact)
		}
	}
}
