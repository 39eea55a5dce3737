package tsp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// No tour is shorter in units than the bound for its length in steps, whatever rounds the steps, and
// exact steps have the length itself as their bound.
func TestUnitBound(t *testing.T) {
	random := rand.New(rand.NewPCG(58, 3))
	axis := func(n int, number func() float64) (values []float64) {
		for range n {
			values = append(values, number())
		}
		return values
	}
	degrees := func() float64 { return 90 * random.Float64() }
	below := 0 // tours that are shorter in units than in steps
	for example := range 120 {
		n := 4 + random.IntN(9)
		if example%10 == 0 {
			n = 600 // not all distances are looked at
		}
		var in *tsp.Instance
		var err error
		switch example % 4 {
		case 0:
			metric := []tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D}[random.IntN(4)]
			in, err = tsp.FromXY(metric, axis(n, random.NormFloat64), axis(n, random.NormFloat64))
		case 1:
			in, err = tsp.FromDegrees(axis(n, degrees), axis(n, degrees))
		case 2:
			grid := func() float64 { return float64(random.IntN(1000)) }
			in, err = tsp.FromXY(tsp.MAN2D, axis(n, grid), axis(n, grid))
		default:
			n = min(n, 20)
			distances := make([][]float64, n)
			for i := range distances {
				distances[i] = axis(n, func() float64 { return math.Pow(10, 12*random.Float64()) })
			}
			in, err = tsp.FromDecimals(t.Context(), distances, "")
		}
		must.Do(t, err)
		for range 20 {
			tour := make(tsp.Tour, n)
			for i, city := range random.Perm(n) {
				tour[i] = int32(city)
			}
			steps, units := tour.Length(in), verify.UnitLength(in, tour, false)
			if units < in.Unit.Value(steps) {
				below++
			}
			if lower := in.UnitBound(steps); in.Unit.Value(lower) > units*(1+1e-12) || example%4 == 2 && n < 20 && lower != steps {
				t.Fatalf("%s: length %v, %d steps, bound %d; %+v", in.Metric, units, steps, lower, in.Unit)
			}
		}
	}
	if below == 0 {
		t.Error("no tour is shorter in units than in steps")
	}
}
