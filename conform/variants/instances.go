package variants

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// sizes are numbers of cities at which recipes choose differently: less than a subgroup, a subgroup's, what fits shared memory, what
// needs 17 bits a city, and what is beyond a local search.
var sizes = []int{5, 100, 1000, 20_000, 250_000}

const (
	// mostMatrix is the most cities of those that have an n × n matrix in a test: 4 MB.
	mostMatrix = 1000
	seed       = 1
	side       = 1_000_000 // of the square that tsp.Generate places cities in
)

// allMetrics is the number of cities at which every metric is tried: what depends on the metric does not depend on how many there are.
const allMetrics = 100

// instances returns one of each kind that recipes tell apart: whole coordinates, decimals by the metrics of the plane, and matrices.
func instances(cities int) ([]*tsp.Instance, error) {
	whole, err := tsp.Generate("uniform", cities, seed)
	if err != nil {
		return nil, err
	}
	metrics := []tsp.Metric{tsp.EUC2D}
	if cities == allMetrics {
		metrics = []tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT}
	}
	all := []*tsp.Instance{whole}
	for _, metric := range metrics {
		all = append(all, decimals(whole, metric))
	}
	if cities <= mostMatrix {
		for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
			all = append(all, &tsp.Instance{Name: "matrix", Kind: kind, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)})
		}
	}
	return all, nil
}

// decimals moves the cities by halves, and two of them into corners, so that the grid of all instances is equally fine.
func decimals(whole *tsp.Instance, metric tsp.Metric) *tsp.Instance {
	in := *whole
	in.Metric, in.X, in.Y = metric, slices.Clone(whole.X), slices.Clone(whole.Y)
	for i := range in.X {
		in.X[i] += 0.5
	}
	in.X[0], in.Y[0], in.X[1], in.Y[1] = 0.5, 0, side-0.5, side
	return &in
}
