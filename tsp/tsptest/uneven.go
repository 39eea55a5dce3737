package tsptest

import (
	"math"
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/tsp"
)

// Uneven has ways to spread n cities by which grids and trees with fixed cells would have nearly
// all cities in few cells. Coordinates are up to 1.
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
	"a geometric series": func(r *rand.Rand, i, n int) [3]float64 { return in(r, math.Exp2(-40*float64(i)/float64(n))) },
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
