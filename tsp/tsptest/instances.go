package tsptest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// ManyCities returns instances of various distributions, with more cities than one batch.
func ManyCities(t testing.TB) map[string]*tsp.Instance {
	instances := map[string]*tsp.Instance{}
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		in := must.Get(generate.Instance(kind, 900, 4))(t)
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
	globe("globe with two numbers for a longitude",
		func(x, y float64, _ int) (float64, float64) { return x/1e6*180 - 90, y/1e6*720 - 360 })
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

// Uneven has ways to spread n cities that leave nearly all cities in a few cells of a plain grid.
// Coordinates are up to 1.
var Uneven = map[string]func(r *rand.Rand, i, n int) [3]float64{
	"an outlier at 100 times the extent":       outlier(1e-2),
	"an outlier at 10,000 times the extent":    outlier(1e-4),
	"an outlier at a million times the extent": outlier(1e-6),
	"outliers, one of 100 cities": func(r *rand.Rand, i, _ int) [3]float64 {
		if i%100 == 0 {
			return in(r, 1)
		}
		return in(r, 1e-4)
	},
	"two clusters": func(r *rand.Rand, i, _ int) [3]float64 {
		place := in(r, 1e-4)
		place[0] += float64(i % 2)
		return place
	},
	"one place": func(*rand.Rand, int, int) [3]float64 { return [3]float64{0.5, 0.5, 0.5} },
	"half at one place": func(r *rand.Rand, i, _ int) [3]float64 {
		if i%2 == 0 {
			return [3]float64{0.5, 0.5, 0.5}
		}
		return in(r, 1)
	},
	"few places and a typo": func(r *rand.Rand, i, n int) [3]float64 {
		if i == n/2 {
			return [3]float64{1, 1, 1}
		}
		return [3]float64{math.Floor(16*r.Float64()) / 1e6, math.Floor(16*r.Float64()) / 1e6, 0}
	},
	"a line":     func(r *rand.Rand, _, _ int) [3]float64 { return [3]float64{r.Float64(), 0.5, 0.5} },
	"a diagonal": func(r *rand.Rand, _, _ int) [3]float64 { x := r.Float64(); return [3]float64{x, x, x} },
	"a falling line": func(r *rand.Rand, _, _ int) [3]float64 {
		x := r.Float64()
		return [3]float64{x, 1 - x, x}
	},
	"a geometric series": func(r *rand.Rand, i,
		n int) [3]float64 {
		return in(r, math.Exp2(-40*float64(i)/float64(n)))
	},
	"a lattice": func(_ *rand.Rand, i, n int) [3]float64 {
		side := int(math.Sqrt(float64(n))) + 1
		return [3]float64{float64(i%side) / float64(side), float64(i/side) / float64(side), 0}
	},
	"clusters in clusters": func(r *rand.Rand, _, _ int) (place [3]float64) {
		for axis := range place {
			for k, size := 0, 2./3; k < 12; k, size = k+1, size/3 {
				place[axis] += float64(r.IntN(2)) * size
			}
		}
		return place
	},
	"a circle around a cluster": func(r *rand.Rand, i, _ int) [3]float64 {
		if i%2 == 0 {
			return in(r, 1e-9)
		}
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		return [3]float64{cos, sin, 0}
	},
}

// in returns a random place in a square or cube of this side.
func in(r *rand.Rand, side float64) [3]float64 {
	return [3]float64{side * r.Float64(), side * r.Float64(), side * r.Float64()}
}

// outlier places all cities but one in a square of this side.
func outlier(side float64) func(r *rand.Rand, i, n int) [3]float64 {
	return func(r *rand.Rand, i, n int) [3]float64 {
		if i == n/2 {
			return [3]float64{1, 1, 1}
		}
		return in(r, side)
	}
}

// UnevenInstance returns n cities spread in a way of uneven.
func UnevenInstance(metric tsp.Metric, spread string, n int) *tsp.Instance {
	r := rand.New(rand.NewPCG(1, 2))
	in := &tsp.Instance{Kind: tsp.TSP, Metric: metric, X: make([]float64, n), Y: make([]float64, n)}
	size := 4e8
	if metric.Geometry() == tsp.Globe {
		size = 80 // degrees
	}
	if metric.Geometry() == tsp.Space {
		in.Z = make([]float64, n)
	}
	if metric == tsp.Haversine {
		in.Unit = tsp.Unit{Name: "m"}
	}
	for i := range n {
		place := Uneven[spread](r, i, n)
		in.X[i], in.Y[i] = size*place[0], size*place[1]
		if in.Z != nil {
			in.Z[i] = size * place[2]
		}
	}
	return in
}

func Square(fixed ...tsp.Edge) *tsp.Instance {
	return &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 30, 30, 0},
		Y: []float64{0, 0, 40, 40}, Fixed: fixed}
}

// OnUneven tests work on uneven cities of every metric and spread.
func OnUneven(t *testing.T, work func(t *testing.T, in *tsp.Instance)) {
	for _, metric := range tsp.Metrics() {
		if metric == tsp.Explicit {
			continue
		}
		n := 100
		if metric == tsp.EUC2D { // enough for crowded cells
			n = 500
		}
		for spread := range Uneven {
			t.Run(fmt.Sprintf("%s, %s", metric, spread), func(t *testing.T) {
				t.Parallel()
				work(t, UnevenInstance(metric, spread, n))
			})
		}
	}
}

// OnManyUneven tests that work on many uneven cities takes about n·log n. With time in proportion to
// n², it would take half an hour.
func OnManyUneven(t *testing.T, work func(t *testing.T, in *tsp.Instance)) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		metric tsp.Metric
		spread string
		cities int
	}{
		{tsp.EUC2D, "an outlier at 10,000 times the extent", 200_000},
		{tsp.EUC2D, "one place", 200_000},
		{tsp.CEIL2D, "two clusters", 200_000},
		{tsp.MAN2D, "few places and a typo", 200_000},
		{tsp.EUC3D, "an outlier at a million times the extent", 60_000},
		{tsp.Haversine, "an outlier at a million times the extent", 60_000},
	} {
		t.Run(fmt.Sprintf("%s, %s", c.metric, c.spread), func(t *testing.T) {
			work(t, UnevenInstance(c.metric, c.spread, c.cities))
		})
	}
}
