package tsp

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// FromCoordinates returns a symmetric instance with the given metric, such as [EUC2D], and one slice of coordinates for
// each axis: x and y, for [EUC3D] also z. It copies them.
//
// Distances are rounded to whole numbers, as TSPLIB does: cities in a unit square have distances of only 0 and 1. [FromXY] scales
// coordinates so that rounding does not show. Coordinates are within ±500,000,000. The error is an [*Error].
func FromCoordinates(metric Metric, axes ...[]float64) (*Instance, error) {
	in := &Instance{Kind: TSP, Metric: metric}
	switch {
	case metric == Explicit:
		return nil, Errorf("instance", "metric %s has a matrix in place of coordinates", metric)
	case metric.row().metres:
		return nil, Errorf("instance", "metric %s has a unit; use FromDegrees", metric)
	case metric.Geometry() != Matrix && len(axes) != metric.Axes():
		return nil, Errorf("instance", "metric %s has %d axes of coordinates, not %d", metric, metric.Axes(), len(axes))
	}
	fields := []*[]float64{&in.X, &in.Y, &in.Z}
	for axis, values := range axes[:min(len(axes), len(fields))] {
		*fields[axis] = slices.Clone(values)
	}
	return validated(in)
}

// FromMatrix returns an instance with the distance distances[i][j] from city i to city j, 0..2³¹-1. It is symmetric
// ([TSP]) if each distance equals the one back, else asymmetric ([ATSP]). The diagonal is ignored. The error is an [*Error].
func FromMatrix(distances [][]int) (*Instance, error) {
	n := len(distances)
	if n > matrix.MaxCities {
		return nil, Errorf("instance", "a matrix of %d cities is larger than the largest, of %d; use coordinates", n, matrix.MaxCities)
	}
	in := &Instance{Kind: TSP, Metric: Explicit, Weights: make([]int32, n*n)}
	for i, row := range distances {
		if len(row) != n {
			return nil, Errorf("instance", "row %d of the matrix has %d distances, not one for each of the %d cities", i, len(row), n)
		}
		for j, distance := range row {
			switch {
			case i == j:
				continue
			case distance < 0 || distance > math.MaxInt32:
				return nil, Errorf("instance", "the distance %d from city %d to city %d (counted from 0) is outside 0..%d",
					distance, i, j, math.MaxInt32)
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
