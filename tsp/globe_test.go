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

// drawPlaces draws places on the globe: around one place within a metre to all over the earth,
// with antipodes and copies among them.
func drawPlaces(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(3, 8).Draw(t, "places")
	latitude := rapid.OneOf(rapid.Float64Range(-90, 90), rapid.SampledFrom([]float64{-90, 0, 48.1, 90})).Draw(t,
		"latitude")
	longitude := rapid.OneOf(rapid.Float64Range(-180, 180),
		rapid.SampledFrom([]float64{-180, 0, 179.9999, 180})).Draw(t, "longitude")
	size := math.Pow(10, rapid.Float64Range(-5, 2.2).Draw(t, "size")) // 1 m to all over the earth
	antipodes := size > 10 && rapid.Bool().Draw(t, "antipodes")
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = min(max(latitude+size*rapid.Float64Range(-0.5, 0.5).Draw(t, "north"), -90), 90)
		y[i] = math.Remainder(longitude+size*rapid.Float64Range(-0.5, 0.5).Draw(t, "east"), 360)
		if of := rapid.IntRange(0, 2*n).Draw(t, "of"); antipodes && of < i {
			beside := size * rapid.SampledFrom([]float64{0, 1e-9, 1e-5, 1e-3}).Draw(t, "beside")
			x[i], y[i] = min(-x[of]+beside, 90), math.Remainder(y[of]+180+beside, 360)
		} else if of < i {
			x[i], y[i] = x[of], y[of]
		}
	}
	return must.Get(tsp.FromDegrees(x, y))(t)
}

// angle returns the angle between two places in radians, by the tangent of its half: it is exact
// for near places and for antipodes.
func angle(in *tsp.Instance, i, j int) float64 {
	point := func(city int) (p [3]float64) {
		sinLatitude, cosLatitude := math.Sincos(in.X[city] * math.Pi / 180)
		sinLongitude, cosLongitude := math.Sincos(in.Y[city] * math.Pi / 180)
		return [3]float64{cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude}
	}
	a, b := point(i), point(j)
	var difference, sum float64
	for axis := range a {
		difference += (a[axis] - b[axis]) * (a[axis] - b[axis])
		sum += (a[axis] + b[axis]) * (a[axis] + b[axis])
	}
	return 2 * math.Atan2(math.Sqrt(difference), math.Sqrt(sum))
}

// Distances are those of great circles, which this test computes in another way, within the bound
// of docs/units.md. Package verify computes the same whole numbers in a third way, and lower
// bounds hold.
func TestHaversine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawPlaces(t)
		distance := in.DistanceFunc()
		for i := range in.X {
			for j := range in.X {
				d, want := in.Distance(i, j), 6371008.8*angle(in, i, j)
				if got := float64(d) / in.Unit.Scale(); math.Abs(got-want) > 0.6/in.Unit.Scale()+1e-9*want {
					t.Fatalf("%v,%v to %v,%v: %v m, want %v with %d decimals", in.X[i], in.Y[i], in.X[j], in.Y[j],
						got, want, in.Unit.Decimals)
				}
				if back, other := in.Distance(j, i), distance(uint32(i), uint32(j)); back != d || other != d {
					t.Fatalf("distance %d, back %d, by the function %d", d, back, other)
				}
				if in.X[i] == in.X[j] && in.Y[i] == in.Y[j] && d != 0 {
					t.Fatalf("distance %d of two places that are the same", d)
				}
				if limit := in.AtMost(); d > limit || limit > math.MaxInt32/65 {
					t.Fatalf("distance %d, bound %d", d, limit)
				}
				x, y, z := in.Point(uint32(i))
				ox, oy, oz := in.Point(uint32(j))
				if least := in.LowerBound()(math.Abs(x-ox), math.Abs(y-oy), math.Abs(z-oz)); least > d {
					t.Fatalf("distance %d, lower bound %d", d, least)
				}
				two := tsp.Instance{Kind: tsp.TSP, Metric: tsp.Haversine, X: []float64{in.X[i], in.X[j]},
					Y: []float64{in.Y[i], in.Y[j]}, Unit: in.Unit}
				if length, err := verify.Tour(&two, tsp.Tour{0, 1}); err != nil || length != 2*d {
					t.Fatalf("%v,%v to %v,%v: distance %d, twice it is %d by package verify, %v", in.X[i], in.Y[i],
						in.X[j], in.Y[j], d, length, err)
				}
			}
		}
	})
}

// Distances of several decimals of one pair of places differ by rounding only, and a unit with too
// small steps is refused.
func TestHaversineUnits(t *testing.T) {
	for decimals, apart := range []float64{180, 20, 2, 0.2, 0.02, 0.002, 0.0002} { // degrees
		in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Haversine, X: []float64{0, 0, 0},
			Y: []float64{0, apart, apart / 2}, Unit: tsp.Unit{Name: "m", Decimals: decimals}}
		must.Do(t, in.Validate())
		want := 6371008.8 * math.Pi / 180 * apart * in.Unit.Scale()
		if got := in.Distance(0, 1); math.Abs(float64(got)-want) > 0.6 {
			t.Errorf("%d decimals: %d steps, want %v", decimals, got, want)
		}
		if in.Unit.Decimals++; decimals > 0 {
			tsptest.RequireError(t, "steps", in.Validate(), "decimals of the unit")
		}
	}
}
