package model

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/fixed"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// MinCities is the smallest instance. A kick moves three segments between two cities that
	// stay.
	MinCities = 8
	// MaxCities keeps tour positions and list indices below 2³².
	MaxCities = 1 << 27
	// matrixCities is the most cities whose matrix every device can bind: 128 MiB.
	matrixCities = 5792
	// MaxMatrixCities keeps matrix indices below 2³¹.
	MaxMatrixCities = 46_340
	// MaxDistance is the longest distance: it keeps the gain of a change in 32 bits. A change
	// removes and adds at most one edge per piece and one more.
	MaxDistance = math.MaxInt32 / (MaxPieces + 1)
)

const (
	// MaxEvaluations bounds the cities from which an ant searches for moves. Most ants search from
	// about thirty; ants that find moves search from more. E100k.0 was at .54% after 4 s with 30,
	// and at .31% with 100. More than 100 gained little. No measurement of 128
	// is recorded.
	MaxEvaluations = 128
	// QueueCities is the most cities in the queue of those to search from.
	QueueCities = glsl.MergedQueueCities
)

// UseMMAS is the remedy for instances that merged ants do not support.
var UseMMAS = slices.Concat(
	option.Set(option.Algorithm, option.MMAS), option.Set(option.LocalSearch, option.ThreeOpt),
)

// check returns an error if the instance is not valid or if merged ants do not support it.
func check(instance *tsp.Instance) error {
	if err := instance.Validate(); err != nil {
		return option.Errorf("distances: %v", err)
	}
	return Supports(instance)
}

// Supports returns an error with advice if merged ants do not support a valid instance.
func Supports(instance *tsp.Instance) error {
	n := instance.Dimension()
	switch {
	case !instance.Symmetric():
		return option.Errorf("asymmetric instance: merged and chained take the node pairs of an asymmetric matrix").With(UseMMAS)
	case n < MinCities && len(instance.Fixed) > 0:
		return option.Errorf("%d cities with fixed edges: merged and chained need %d or more", n, MinCities)
	case n < MinCities:
		return option.Errorf("%d cities: merged and chained need %d or more", n, MinCities).With(UseMMAS)
	case n > MaxCities:
		return option.Errorf("%d cities: merged and chained take up to %d", n, MaxCities)
	case matrixRows(instance) > MaxMatrixCities && instance.Metric == tsp.Explicit:
		return option.Errorf("%d cities: a distance matrix holds up to %d; coordinates have no such limit", n, MaxMatrixCities).With(UseMMAS)
	}
	if _, err := fixed.Of(instance); err != nil {
		return err
	}
	if longest := instance.AtMost(); longest > MaxDistance {
		const text = "distances up to %s: merged and chained take distances up to %s, so that sums of many edges fit in 32 bits"
		return option.Errorf(text, instance.Unit.Format(longest), instance.Unit.Format(MaxDistance)).
			With(UseMMAS)
	}
	return nil
}
