package tsp

import (
	"fmt"
	"math"
)

// Given has the numbers of an input that an instance rounds to whole steps. Solvers compare steps;
// lengths for people are computed from these numbers.
type Given struct {
	X, Y      []float64   // coordinates by city, in units; nil for a matrix
	Distances [][]float64 // from city to city, in units; +Inf: no edge; nil for coordinates

	// TooLong is the weight of all distances that are far above the others. Solvers avoid them,
	// but do not tell them apart. 0: there are none.
	TooLong int32
}

// Rounded reports whether a length in steps can differ from the length in units that the numbers
// of the input give.
func (in *Instance) Rounded() bool { return in.Given != nil || in.Metric.row().metres }

// UnitDistance returns the distance from city i to city j in units, by the numbers of the input.
// It is +Inf where a matrix has no edge.
func (in *Instance) UnitDistance(i, j int) float64 {
	given := in.Given
	switch {
	case i == j:
		return 0
	case in.Metric.row().metres:
		return in.greatCircle(i, j)
	case given == nil:
		d := in.Distance(i, j)
		if in.Forbidden > 0 && d >= int64(in.Forbidden) {
			return math.Inf(1)
		}
		return in.Unit.Value(d)
	case given.Distances != nil:
		return given.Distances[i][j]
	}
	return in.Metric.row().length(math.Abs(given.X[i]-given.X[j]), math.Abs(given.Y[i]-given.Y[j]))
}

// A UnitSum adds up lengths in units. The rounding errors of the additions are added up, too
// (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", 1974). The
// zero value is an empty sum.
type UnitSum struct{ sum, rest float64 }

// Add adds a length of 0 or more.
func (s *UnitSum) Add(length float64) {
	sum := s.sum + length
	if s.sum >= length {
		s.rest += (s.sum - sum) + length
	} else {
		s.rest += (length - sum) + s.sum
	}
	s.sum = sum
}

// Value returns the sum.
func (s *UnitSum) Value() float64 {
	if math.IsInf(s.sum, 0) {
		return s.sum
	}
	return s.sum + s.rest
}

// UnitText writes a length in units as a decimal number without an exponent: all digits where
// lengths are exact, else three digits more than steps have, and ten or more in all.
func (in *Instance) UnitText(length float64) string {
	decimals := max(in.Unit.Decimals, 0)
	if !in.Rounded() {
		return decimalText(length, decimals, false)
	}
	const digits = 10
	return decimalText(length, max(decimals+3, digits-wholeDigits(length)), true)
}

// invalidGiven returns why the given numbers do not fit the instance, or "".
func (in *Instance) invalidGiven(n int) string {
	given := in.Given
	if given == nil {
		return ""
	}
	if in.Metric == Explicit {
		if len(given.Distances) != n {
			return fmt.Sprintf("%d rows of given distances for %d cities", len(given.Distances), n)
		}
		for i, row := range given.Distances {
			if len(row) != n {
				return fmt.Sprintf("%d given distances of city %d for %d cities", len(row), i+1, n)
			}
		}
		return ""
	}
	if in.Metric.row().length == nil {
		return fmt.Sprintf("metric %s has no scale, and no given coordinates", in.Metric)
	}
	if len(given.X) != n || len(given.Y) != n || given.Distances != nil {
		return fmt.Sprintf("%d and %d given coordinates for %d cities", len(given.X), len(given.Y), n)
	}
	return ""
}
