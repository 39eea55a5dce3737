package tsp

import (
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// AtMost returns an upper bound of all distances of a valid instance, of node pairs except for those of the same kind: in the plane and in space the diagonal of the box around the cities.
func (in *Instance) AtMost() int64 {
	switch in.Metric {
	case GEO:
		const half = 20_040 // of a great circle, in kilometres
		return half
	case Haversine:
		return int64(in.Unit.steps(in.globeSpan())) + 1
	case Explicit:
		return int64(slices.Max(in.Weights))
	case Pairs:
		_, largest := in.pairWeights()
		return int64(largest)
	}
	ends := func(axis []float64) []float64 {
		if axis == nil {
			return nil
		}
		least, most := parallel.Range(axis)
		return []float64{least, most}
	}
	box := Instance{Metric: in.Metric, X: ends(in.X), Y: ends(in.Y), Z: ends(in.Z)}
	return box.Distance(0, 1)
}
