package tsp

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// FromCoordinates returns a symmetric instance with the given metric, such as [EUC2D], and one
// slice of coordinates for each axis: x and y, for [EUC3D] also z. It copies them.
//
// Distances are rounded to whole numbers, as TSPLIB does: cities in a unit square have distances
// of only 0 and 1. [FromXY] scales coordinates so that rounding does not show. Coordinates are
// within ±500,000,000. The error is an [*Error].
func FromCoordinates(metric Metric, axes ...[]float64) (*Instance, error) {
	in := &Instance{Kind: TSP, Metric: metric}
	switch {
	case metric == Explicit:
		return nil, Errorf("instance", "metric %s has a matrix in place of coordinates", metric)
	case metric.row().metres:
		return nil, Errorf("instance", "metric %s has a unit; use FromDegrees", metric)
	case metric.Geometry() != Matrix && len(axes) != metric.Axes():
		return nil, Errorf("instance", "metric %s has %d axes of coordinates, not %d", metric, metric.Axes(),
			len(axes))
	}
	fields := []*[]float64{&in.X, &in.Y, &in.Z}
	for axis, values := range axes[:min(len(axes), len(fields))] {
		*fields[axis] = slices.Clone(values)
	}
	return validated(in)
}

// FromMatrix returns an instance with the distance distances[i][j] from city i to city j,
// 0..2³¹-1. It is symmetric ([TSP]) if each distance equals the one back, else asymmetric
// ([ATSP]). The diagonal is ignored. The error is an [*Error].
func FromMatrix(distances [][]int) (*Instance, error) {
	n := len(distances)
	if n > matrix.MaxCities {
		return nil, Errorf("instance", "a matrix of %d cities is larger than the largest, of %d; use coordinates",
			n, matrix.MaxCities)
	}
	in := &Instance{Kind: TSP, Metric: Explicit, Weights: make([]int32, n*n)}
	for i, row := range distances {
		if len(row) != n {
			return nil, Errorf("instance", "row %d of the matrix has %d distances, not one for each of the %d cities",
				i, len(row), n)
		}
		for j, distance := range row {
			switch {
			case i == j:
				continue
			case distance < 0 || distance > math.MaxInt32:
				return nil, Errorf("instance",
					"the distance %d from city %d to city %d is outside 0..%d", distance, i, j, math.MaxInt32)
			case j < i && distance != distances[j][i]:
				in.Kind = ATSP
			}
			in.Weights[i*n+j] = int32(distance)
		}
	}
	return validated(in)
}

func validated(in *Instance) (*Instance, error) {
	if reason := in.invalid(); reason != "" {
		return nil, &Error{"instance", reason}
	}
	return in, nil
}

// FromXY returns an instance with cities in the plane, whose coordinates have any scale. The
// metric is [EUC2D], [CEIL2D], [MAN2D] or [MAX2D].
//
// Coordinates become whole numbers of steps from the smallest one on each axis. [Instance.Unit]
// has the steps: as many as fit, so that the longer axis has 1.7 to 16.8 million. Devices compute
// distances of such coordinates exactly. [Instance.Given] has copies of the coordinates. The error
// is an [*Error].
func FromXY(metric Metric, x, y []float64) (*Instance, error) {
	length := metric.row().length
	if length == nil {
		scaled := slices.DeleteFunc(Metrics(), func(m Metric) bool { return m.row().length == nil })
		return nil, Errorf("instance", "metric %s has no scale; use one of %v", metric, scaled)
	}
	in := &Instance{Kind: TSP, Metric: metric}
	if err := checkPlane(x, y); err != nil {
		return nil, err
	}
	minX, spanX := parallel.Extent(x)
	minY, spanY := parallel.Extent(y)
	longest := max(math.Hypot(spanX, spanY), length(spanX, spanY))
	if longest > 0 && longest < tooShort {
		return nil,
			Errorf("instance", "the cities extend over %.3g, less than %.0e; give coordinates in a smaller unit",
				longest, tooShort)
	}
	if longest > 0 {
		in.Unit.Decimals = decimalsFor(maxDecimals, [2]float64{max(spanX, spanY), maxSpan},
			[2]float64{longest, maxSteps - 2})
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
				return Errorf("instance", "city %d: coordinate %c %v is outside ±%.0e", city,
					"XY"[axis], v, largest)
			}
		}
	}
	return nil
}

// FromDegrees returns an instance with cities at latitudes (-90..90) and longitudes (-360..360) in
// decimal degrees, and distances along great circles ([Haversine]). [Instance.Unit] is the metre,
// with as many decimals as fit: with cities up to 16 km apart these are millimetres. It copies the
// coordinates. The error is an [*Error].
func FromDegrees(latitudes, longitudes []float64) (*Instance, error) {
	in := &Instance{Kind: TSP, Metric: Haversine, X: slices.Clone(latitudes), Y: slices.Clone(longitudes),
		Unit: Unit{Name: metre}}
	if _, err := validated(in); err != nil {
		return nil, err
	}
	in.Unit.Decimals = max(0, decimalsFor(globe.MaxDecimals, [2]float64{in.globeSpan(), maxSteps}))
	return in, nil
}

// invalidUnit returns why the unit is not one of the metric, or "". Distances on the globe are
// defined up to maxSteps.
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
			return fmt.Sprintf("with %d decimals of the unit distances have up to %.0f steps, more than %d",
				in.Unit.Decimals, longest, maxSteps)
		}
	}
	return ""
}
