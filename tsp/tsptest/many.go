package tsptest

import (
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// ManyCities returns instances of various distributions, with more cities than one batch.
func ManyCities(t testing.TB) map[string]*tsp.Instance {
	instances := map[string]*tsp.Instance{}
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		in, err := generate.Instance(kind, 900, 4)
		if err != nil {
			t.Fatal(err)
		}
		instances[kind] = in
	}
	spread := func(name string, place func(x, y float64, i int) (float64, float64)) {
		in := *instances["uniform"]
		in.X, in.Y = slices.Clone(in.X), slices.Clone(in.Y)
		for i := range in.X {
			in.X[i], in.Y[i] = place(in.X[i], in.Y[i], i)
		}
		instances[name] = &in
	}
	spread("in three places", func(_, _ float64, i int) (float64, float64) { return float64(i % 3), 0 })
	spread("in one place", func(_, _ float64, _ int) (float64, float64) { return 5, 5 })
	spread("on a line", func(x, _ float64, _ int) (float64, float64) { return x, 7 })
	spread("on a falling line", func(x, _ float64, _ int) (float64, float64) { return x, -x })
	spread("within a rounding", func(x, y float64, _ int) (float64, float64) { return x / 2e6, y / 2e6 })
	globe := func(name string, place func(x, y float64, i int) (latitude, longitude float64)) {
		spread(name, place)
		in := instances[name]
		in.Metric, in.X, in.Y = tsp.GEO, in.X[:400], in.Y[:400] // their distances take long
	}
	globe("globe", func(x, y float64, _ int) (float64, float64) {
		return math.Asin(x/5e5-1) * 180 / math.Pi, y/1e6*360 - 180
	})
	globe("globe with two numbers for a longitude", func(x, y float64, _ int) (float64, float64) { return x/1e6*180 - 90, y/1e6*720 - 360 })
	globe("at a pole", func(x, y float64, i int) (float64, float64) {
		return math.Copysign(90-x*x/1e12, float64(i&1)-.5), math.Trunc(y/1e6*360) - 180
	})
	globe("at the date line", func(x, y float64, i int) (float64, float64) {
		return x / 1e6, math.Copysign(180-y/1e6, float64(i&1)-.5)
	})
	globe("within a kilometre", func(x, y float64, _ int) (float64, float64) { return 50 + x/1e8, 8 + y/1e8 })
	space := *instances["uniform"]
	space.Metric, space.Z = tsp.EUC3D, instances["clustered"].X
	instances["space"] = &space
	spread("one far away", func(x, y float64, i int) (float64, float64) {
		if i == 0 {
			return 4e8, -4e8
		}
		return x / 1e3, y / 1e3
	})
	return instances
}
