package tsp

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

// FromXY returns an instance with cities in the plane, whose coordinates have any scale. The metric is [EUC2D], [CEIL2D], [MAN2D] or [MAX2D].
//
// Coordinates become whole numbers of steps from the smallest one on each axis. [Instance.Unit] has the steps: as many as fit, so that the longer
// axis has 1.7 to 16.8 million. Devices compute distances of such coordinates exactly. [Instance.Given] has copies of the coordinates. The error is an
// [*Error].
func FromXY(metric Metric, x, y []float64) (*Instance, error) {
	length := metric.row().length
	if length == nil {
		return nil, Errorf("instance", "metric %s has no scale; use %s, %s, %s or %s", metric, EUC2D, CEIL2D, MAN2D, MAX2D)
	}
	in := &Instance{Kind: TSP, Metric: metric}
	if err := checkPlane(x, y); err != nil {
		return nil, err
	}
	minX, spanX := parallel.Extent(x)
	minY, spanY := parallel.Extent(y)
	longest := max(math.Hypot(spanX, spanY), length(spanX, spanY))
	if longest > 0 && longest < tooShort {
		return nil, Errorf("instance", "the cities extend over %.3g, less than %.0e; give coordinates in a smaller unit", longest, tooShort)
	}
	if longest > 0 {
		in.Unit.Decimals = decimalsFor(maxDecimals, [2]float64{max(spanX, spanY), maxSpan}, [2]float64{longest, maxSteps - 2})
	}
	in.X, in.Y = in.Unit.fromLeast(x, minX), in.Unit.fromLeast(y, minY)
	in.Given = &Given{X: slices.Clone(x), Y: slices.Clone(y)}
	return validated(in)
}

// fromLeast returns the steps of coordinates from the smallest one.
func (u Unit) fromLeast(values []float64, least float64) []float64 {
	steps := make([]float64, len(values))
	for city, v := range values {
		steps[city] = math.Round(u.steps(v - least))
	}
	return steps
}

// checkPlane returns an error for coordinates that cannot be scaled.
func checkPlane(x, y []float64) error {
	const largest = 1e15 // float64 has so many whole numbers
	if len(x) != len(y) {
		return Errorf("instance", "%d values of X and %d of Y", len(x), len(y))
	}
	for axis, values := range [][]float64{x, y} {
		for city, v := range values {
			if !(math.Abs(v) <= largest) {
				return Errorf("instance", "city %d (counted from 0): coordinate %c %v is outside ±%.0e", city, "XY"[axis], v, largest)
			}
		}
	}
	return nil
}

// FromDegrees returns an instance with cities at latitudes (-90..90) and longitudes (-360..360) in decimal degrees, and distances along great
// circles ([Haversine]). [Instance.Unit] is the metre, with as many decimals as fit: with cities up to 16 km apart these are millimetres.
// It copies the coordinates. The error is an [*Error].
func FromDegrees(latitudes, longitudes []float64) (*Instance, error) {
	in := &Instance{Kind: TSP, Metric: Haversine, X: slices.Clone(latitudes), Y: slices.Clone(longitudes), Unit: Unit{Name: metre}}
	if _, err := validated(in); err != nil {
		return nil, err
	}
	in.Unit.Decimals = max(0, decimalsFor(globe.MaxDecimals, [2]float64{in.globeSpan(), maxSteps}))
	return in, nil
}

// invalidUnit returns why the unit is not one of the metric, or "". Distances on the globe are defined up to maxSteps.
func (in *Instance) invalidUnit() string {
	least, most := -maxDecimals, maxDecimals
	if in.Metric.row().metres {
		least, most = 0, globe.MaxDecimals
	}
	if in.Unit.Decimals < least || in.Unit.Decimals > most {
		return fmt.Sprintf("%d decimals of the unit are outside %d..%d", in.Unit.Decimals, least, most)
	}
	if in.Metric.row().metres && in.Unit.Decimals > 0 {
		if longest := in.Unit.steps(in.globeSpan()); !(longest <= maxSteps) {
			return fmt.Sprintf("with %d decimals of the unit distances have up to %.0f steps, more than %d", in.Unit.Decimals, longest, maxSteps)
		}
	}
	return ""
}
