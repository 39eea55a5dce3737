package tsp

import (
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
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

// fewCities is the number of cities up to which all distances are looked at: it takes a few hundredths
// of a second.
const fewCities = 512

// UnitBound returns a lower bound of the lengths of all tours in units, in whole steps, for a lower
// bound of their lengths in steps. It is smaller by what rounding to steps can add to a tour.
//
// Each city has one edge to the next, so what rounding adds is at most the sum of the largest
// addition to an edge of each city. A tour of a matrix that has a distance with the weight
// Given.TooLong is at least as long as the shortest such distance. In the plane a city is moved by a
// vector when its coordinates are rounded. By the triangle inequality an edge becomes longer by no more
// than the lengths of the vectors of its two cities and what rounds the distance. This is known without
// looking at all distances.
func (in *Instance) UnitBound(lower int64) int64 {
	if !in.Rounded() {
		return lower
	}
	added, most := 0.0, math.Inf(1)
	switch given := in.Given; {
	case in.Metric == Explicit || in.Dimension() <= fewCities:
		added, most = in.addedByRounding()
	case given == nil: // on the globe: half a step, and errors of the chord
		added = 0.6*float64(in.Dimension()) + 1e-9*float64(lower)
	default:
		rounded := 0.5
		if in.Metric == CEIL2D {
			rounded = 1
		}
		leastX, _ := parallel.Extent(given.X)
		leastY, _ := parallel.Extent(given.Y)
		for city, x := range in.X {
			moved := in.Metric.row().length(math.Abs(x-in.Unit.steps(given.X[city]-leastX)),
				math.Abs(in.Y[city]-in.Unit.steps(given.Y[city]-leastY)))
			added += 2*moved + rounded
		}
	}
	const digits = 1e-6 // of a step, so that .3 is three tenths
	return max(0, int64(math.Floor(min(float64(lower)-added, most)+digits)))
}

// addedByRounding returns how many steps rounding adds to a tour at most, and the steps of the
// shortest distance with the weight TooLong, +Inf if there is none.
func (in *Instance) addedByRounding() (added, tooLong float64) {
	n := in.Dimension()
	tooLong = math.Inf(1)
	distance := in.DistanceFunc()
	for i := range n {
		most := 0.0
		for j := range n {
			steps, d := distance(uint32(i), uint32(j)), in.UnitDistance(i, j)
			switch given := in.Given; {
			case i == j || math.IsInf(d, 1):
			case given != nil && given.TooLong != 0 && steps == int64(given.TooLong):
				tooLong = min(tooLong, in.Unit.steps(d))
			case differ(in.Unit.Value(steps), d):
				most = max(most, float64(steps)-in.Unit.steps(d))
			}
		}
		added += most
	}
	return added, tooLong
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
				return fmt.Sprintf("%d given distances of city %d for %d cities", len(row), i+in.FirstNumber, n)
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
