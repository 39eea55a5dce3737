package bound

import (
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

var metrics = []tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.EUC3D, tsp.GEO, tsp.ATT, tsp.Explicit}

// drawProblem draws an instance of either kind, a part of them with fixed edges that a tour has.
func drawProblem(t *rapid.T, most int) *tsp.Instance {
	in := draw(t, most)
	if rapid.Bool().Draw(t, "asymmetric") {
		in = drawDirected(t, in.Dimension())
	}
	if !rapid.Bool().Draw(t, "fixed") {
		return in
	}
	tour := rapid.Permutation(cityset.All[int32](in.Dimension())).Draw(t, "tour")
	for i, city := range tour {
		if rapid.IntRange(0, 2).Draw(t, "free") == 0 {
			in.Fixed = append(in.Fixed, tsp.Edge{city, tour[(i+1)%len(tour)]})
		}
	}
	return in
}

// drawDirected draws an asymmetric matrix, a part of them with forbidden edges.
func drawDirected(t *rapid.T, n int) *tsp.Instance {
	in := &tsp.Instance{Name: "random", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, n*n)}
	bound := rapid.SampledFrom([]int32{0, 1, 5, 1000, 1<<31 - 1}).Draw(t, "bound")
	if bound < 1<<31-1 && rapid.Bool().Draw(t, "forbidden") {
		in.Forbidden = rapid.SampledFrom([]int32{bound + 1, 1<<31 - 1}).Draw(t, "weight of forbidden edges")
	}
	for i := range in.Weights {
		if in.Weights[i] = rapid.Int32Range(0, bound).Draw(t, "distance"); in.Forbidden > 0 &&
			rapid.IntRange(0, 3).Draw(t, "allowed") == 0 {
			in.Weights[i] = in.Forbidden
		}
	}
	return in
}

// draw draws a symmetric instance of any metric with cities that are spread, on a lattice or a
// line with many equal distances, in distant clusters, or at one place.
func draw(t *rapid.T, most int) *tsp.Instance {
	n := rapid.IntRange(3, most).Draw(t, "cities")
	in := &tsp.Instance{Name: "random", Kind: tsp.TSP, Metric: rapid.SampledFrom(metrics).Draw(t, "metric")}
	switch in.Metric {
	case tsp.Explicit:
		in.Weights = drawWeights(t, n)
	case tsp.GEO:
		in.X, in.Y = drawAxis(t, n, 60), drawAxis(t, n, 150)
	default:
		in.X, in.Y = drawAxis(t, n, 1e8), drawAxis(t, n, 1e8)
		if in.Metric == tsp.EUC3D {
			in.Z = drawAxis(t, n, 1e8)
		}
	}
	return in
}

func drawWeights(t *rapid.T, n int) []int32 {
	bound := rapid.SampledFrom([]int32{0, 1, 5, 1000, 1<<31 - 1}).Draw(t, "bound")
	weights := make([]int32, n*n)
	for i := range n {
		for j := range i {
			weights[i*n+j] = rapid.Int32Range(0, bound).Draw(t, "distance")
			weights[j*n+i] = weights[i*n+j]
		}
	}
	return weights
}

// drawAxis draws coordinates; far is the distance between clusters, if there are any.
func drawAxis(t *rapid.T, n int, far float64) []float64 {
	width := rapid.SampledFrom([]int{0, 1, 5, 20, 1000}).Draw(t, "width")
	between := rapid.SampledFrom([]float64{0, 0, 3, far}).Draw(t, "between clusters")
	unit := rapid.SampledFrom([]float64{1, 0.1, 0.037}).Draw(t, "unit")
	if far < 1000 {
		unit = min(unit, 0.02) // degrees
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
		cluster := rapid.IntRange(-1, 1).Draw(t, "cluster")
		return float64(cluster)*between + unit*float64(rapid.IntRange(0, width).Draw(t, "offset"))
	}), n, n).Draw(t, "axis")
}
