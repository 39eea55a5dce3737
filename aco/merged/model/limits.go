package model

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// MinCities is the smallest instance: a kick moves three stretches between two cities that stay.
	MinCities = 8
	// MaxCities keeps the places of tours and the words of lists in 32 bits.
	MaxCities = 1 << 27
	// maxMatrixCities keeps the words of a matrix in 31 bits.
	maxMatrixCities = 46_340
	// maxDistance keeps the gain of a change, which removes and adds an edge at each border of a piece and at its end, in 32 bits.
	maxDistance = math.MaxInt32 / (MaxPieces + 1)
)

// check returns an error for an instance that merged ants cannot work on.
func check(instance *tsp.Instance) error {
	n := instance.Dimension()
	mmas := problem.Set(problem.OptionAlgorithm, problem.AlgorithmMMAS)
	switch {
	case !instance.Symmetric():
		return refuse("asymmetric instance: merged ants reverse parts of the tour, which changes its length unless the instance is symmetric").
			With(mmas)
	case n < MinCities:
		return refuse("%d cities: merged ants need %d or more", n, MinCities).With(mmas)
	case n > MaxCities:
		return refuse("%d cities: merged ants take up to %d", n, MaxCities)
	case n > maxMatrixCities && !inPlane(instance.Metric):
		return refuse("%d cities: with metric %s merged ants take distances from a matrix, which holds up to %d cities; "+
			"coordinates in the plane have no such limit", n, instance.Metric, maxMatrixCities).With(mmas)
	}
	if err := instance.Validate(); err != nil {
		return refuse("distances: %v", err)
	}
	if longest := longestDistance(instance); longest > maxDistance {
		return refuse("distances up to %d: merged ants add up changes of many edges and take distances up to %d; scale the instance down",
			longest, maxDistance)
	}
	return nil
}

func inPlane(metric tsp.Metric) bool {
	return slices.Contains([]tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT}, metric)
}

// longestDistance returns a bound of all distances: on the globe none is too long, in the plane and in space none is longer than the
// diagonal of the box around all cities.
func longestDistance(instance *tsp.Instance) int64 {
	switch instance.Metric {
	case tsp.GEO:
		return 0
	case tsp.Explicit:
		return int64(slices.Max(instance.Weights))
	}
	ends := func(axis []float64) []float64 {
		if axis == nil {
			return nil
		}
		return []float64{slices.Min(axis), slices.Max(axis)}
	}
	box := tsp.Instance{Metric: instance.Metric, X: ends(instance.X), Y: ends(instance.Y), Z: ends(instance.Z)}
	return box.Distance(0, 1)
}
