package variants

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// sizes are numbers of cities with different recipes: from fewer than a subgroup has invocations
// to too many for shared memory and for a local search.
var sizes = []int{5, 100, 1000, 20_000, 250_000}

const (
	// maxWeightsCities is the largest number of cities of an instance with a distance matrix, here
	// of 4 MB.
	maxWeightsCities = 1000
	seed             = 1
	side             = 1_000_000 // of the square of package generate
)

// allMetricsSize is the number of cities with every metric. One size is enough,
// because a metric's shaders do not depend on it.
const allMetricsSize = 100

// instances returns an instance of each kind that has its own recipes: whole coordinates,
// coordinates with decimals, in the plane, in space and on the globe, distance matrices, node
// pairs, and, for one number of cities, a fixed edge.
func instances(cities int) ([]*tsp.Instance, error) {
	whole, err := generate.Instance("uniform", cities, seed)
	if err != nil {
		return nil, err
	}
	metrics := []tsp.Metric{tsp.EUC2D}
	all := []*tsp.Instance{whole}
	if cities == allMetricsSize {
		metrics = distance.PlanarMetrics()
		fixed, err := whole.WithFixed(tsp.Edge{0, 1})
		if err != nil {
			return nil, err
		}
		all = append(all, fixed)
	}
	for _, metric := range metrics {
		all = append(all, decimals(whole, metric))
	}
	for _, metric := range distance.Metrics() {
		if distance.InSpace(metric) {
			all = append(all, space(whole, metric))
		}
	}
	degrees := space(whole, tsp.Haversine)
	globe, err := tsp.FromDegrees(degrees.X, degrees.Y)
	if err != nil {
		return nil, err
	}
	all = append(all, globe)
	if cities <= maxWeightsCities {
		for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
			all = append(all, &tsp.Instance{Name: "matrix", Kind: kind, Metric: tsp.Explicit,
				Weights: make([]int32, cities*cities)})
		}
		pairs, err := reduce.NodePairs(all[len(all)-1])
		if err != nil {
			return nil, err
		}
		all = append(all, pairs)
	}
	return all, nil
}

// space returns the instance in space, with decimals, or on the globe.
func space(whole *tsp.Instance, metric tsp.Metric) *tsp.Instance {
	in := *decimals(whole, metric)
	if metric.Geometry() == tsp.Space {
		in.Z = in.Y
		return &in
	}
	for i := range in.X {
		in.X[i], in.Y[i] = in.X[i]/side*90, in.Y[i]/side*180
	}
	return &in
}

// decimals returns the instance with coordinates moved by 0.5. Two cities are in corners, so that
// all instances have the same resolution.
func decimals(whole *tsp.Instance, metric tsp.Metric) *tsp.Instance {
	in := *whole
	in.Metric, in.X, in.Y = metric, slices.Clone(whole.X), slices.Clone(whole.Y)
	for i := range in.X {
		in.X[i] += 0.5
	}
	in.X[0], in.Y[0], in.X[1], in.Y[1] = 0.5, 0, side-0.5, side
	return &in
}
