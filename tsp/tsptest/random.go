package tsptest

import (
	"math"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// DrawInstance draws a small instance of any metric.
func DrawInstance(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(3, 12).Draw(t, "cities")
	in := &tsp.Instance{
		Name:   rapid.StringMatching(`[a-zA-Z][a-zA-Z0-9._-]{0,10}`).Draw(t, "name"),
		Kind:   rapid.SampledFrom([]tsp.Kind{tsp.TSP, tsp.ATSP}).Draw(t, "kind"),
		Metric: rapid.SampledFrom(tsp.Metrics()).Draw(t, "metric"),
	}
	coordinates := func(bound float64) []float64 {
		// Whole numbers give ties and halves, which are rare with other numbers.
		one := rapid.OneOf(rapid.Float64Range(-bound, bound), rapid.Map(rapid.IntRange(-int(bound), int(bound)),
			func(v int) float64 { return float64(v) }))
		return rapid.SliceOfN(one, n, n).Draw(t, "coordinates")
	}
	switch in.Metric {
	case tsp.Explicit:
		in.Weights = DrawWeights(t, n, in.Symmetric())
	case tsp.GEO:
		in.X, in.Y = coordinates(90), coordinates(360)
	case tsp.Haversine:
		in.X, in.Y = coordinates(90), coordinates(360)
		in.Unit = tsp.Unit{Name: "m"}
	default:
		bound := rapid.SampledFrom([]float64{10, 1e4, 5e8}).Draw(t, "bound")
		in.X, in.Y = coordinates(bound), coordinates(bound)
		if in.Metric.Geometry() == tsp.Space {
			in.Z = coordinates(bound)
		}
	}
	return in
}

// DrawFixed draws edges of a random tour: mostly few, sometimes all.
func DrawFixed(t *rapid.T, n int) (edges []tsp.Edge) {
	if rapid.Bool().Draw(t, "nothing is fixed") {
		return nil
	}
	tour, every := DrawTour(t, n), rapid.IntRange(1, 5).Draw(t, "of so many")
	for place, city := range tour {
		if rapid.IntRange(1, every).Draw(t, "fixed") == 1 {
			edges = append(edges, tsp.Edge{city, tour[(place+1)%n]})
		}
	}
	return edges
}

// DrawStraight draws planar cities: on a lattice with many ties, on a line, at one point, in
// distant clusters, or spread, with or without decimals.
func DrawStraight(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(3, 150).Draw(t, "cities")
	axis := func() []float64 {
		width := rapid.SampledFrom([]int{0, 1, 5, 20, 1_000_000}).Draw(t, "width")
		clusters := rapid.SampledFrom([]float64{0, 0, 3, 1e8}).Draw(t, "between clusters")
		unit := rapid.SampledFrom([]float64{1, 1, 0.1, 0.037}).Draw(t, "unit")
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			cluster := rapid.IntRange(-2, 2).Draw(t, "cluster")
			return float64(cluster)*clusters + unit*float64(rapid.IntRange(0, width).Draw(t, "offset"))
		}), n, n).Draw(t, "axis")
	}
	metric := rapid.SampledFrom(metricsOf(tsp.Plane, tsp.Space)).Draw(t, "metric")
	in := &tsp.Instance{Kind: tsp.TSP, Metric: metric, X: axis(), Y: axis()}
	if in.Metric.Geometry() == tsp.Space {
		in.Z = axis()
	}
	return in
}

// DrawGlobe draws cities on a globe: spread, near a pole, near the date line, or on a lattice of a
// few degrees.
func DrawGlobe(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(3, 150).Draw(t, "cities")
	axis := func(name string, middle []float64, largest float64) []float64 {
		from := rapid.SampledFrom(middle).Draw(t, name)
		unit := rapid.SampledFrom([]float64{0, 0.001, 0.5, 5}).Draw(t, "unit")
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			v := from + unit*float64(rapid.IntRange(-30, 30).Draw(t, "offset"))
			return min(max(v, -largest), largest)
		}), n, n).Draw(t, "axis")
	}
	return &tsp.Instance{
		Kind: tsp.TSP, Metric: rapid.SampledFrom(metricsOf(tsp.Globe)).Draw(t, "metric"),
		X: axis("latitude", []float64{-90, 0, 50.3, 90}, 90),
		Y: axis("longitude", []float64{-180, 0, 8.59, 180, 360}, 360),
	}
}

func metricsOf(geometries ...tsp.Geometry) []tsp.Metric {
	return slices.DeleteFunc(tsp.Metrics(), func(m tsp.Metric) bool { return !slices.Contains(geometries, m.Geometry()) })
}

func DrawWeights(t *rapid.T, n int, symmetric bool) []int32 {
	weights := rapid.SliceOfN(rapid.Int32Range(0, math.MaxInt32), n*n, n*n).Draw(t, "weights")
	for i := range n {
		weights[i*n+i] = rapid.Int32().Draw(t, "diagonal")
		for j := range i {
			if symmetric {
				weights[i*n+j] = weights[j*n+i]
			}
		}
	}
	return weights
}

// DrawTour draws a tour of n cities.
func DrawTour(t *rapid.T, n int) tsp.Tour {
	return rapid.Permutation(cityset.All[int32](n)).Draw(t, "tour")
}

// DrawWithFixed draws a small symmetric instance with fixed edges.
func DrawWithFixed(t *rapid.T) *tsp.Instance {
	in := DrawInstance(t)
	if in.Kind == tsp.ATSP {
		in.Kind = tsp.TSP
		if n := in.Dimension(); in.Metric == tsp.Explicit {
			in.Weights = DrawWeights(t, n, true)
		}
	}
	in.Fixed = DrawFixed(t, in.Dimension())
	return in
}

// RandomTour is the worst case for caches: consecutive cities are far apart in memory.
func RandomTour(n int) tsp.Tour {
	tour := make(tsp.Tour, n)
	for i, city := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		tour[i] = int32(city)
	}
	return tour
}
