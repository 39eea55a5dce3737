package tsp

import (
	"fmt"
	"math"
	"slices"
)

// A DistanceError says which distance of a matrix cannot be used.
type DistanceError struct {
	From, To int // the cities, counted from 0
	Distance float64
	Reason   string // continues "the distance 3 from city 1 to city 2"
}

// Error returns the reason with the distance and the cities.
func (e *DistanceError) Error() string {
	return fmt.Sprintf("instance: the distance %v from city %d to city %d (counted from 0) %s", e.Distance, e.From, e.To, e.Reason)
}

// FromDecimals returns an instance with the distance distances[i][j] from city i to city j, 0 or
// more, in a unit with this name. +Inf stands for no edge, as with [Instance.Forbidden]. The instance
// is symmetric if each distance equals the one back. The diagonal is ignored.
//
// [Instance.Unit] has the decimals that all distances have, or as many as fit. Distances that are so
// far above the others that no good tour has them do not count: they share one weight. If a distance
// is rounded or has this weight, [Instance.Given] keeps distances, which must not change then.
//
// The error is a [*DistanceError], or an [*Error] if the rows are not a square.
func FromDecimals(distances [][]float64, unit string) (*Instance, error) {
	s, err := newMatrixScale(distances)
	if err != nil {
		return nil, err
	}
	s.choose()
	if s.decimals == -maxDecimals && s.unit().steps(s.longest) > s.most() {
		return nil, s.refuseLongest()
	}
	whole, exact := s.weights()
	in, err := FromMatrix(whole)
	if err != nil {
		return nil, err
	}
	in.Unit = Unit{unit, s.decimals}
	if s.forbidden {
		in.Forbidden = maxSteps
	}
	if !exact {
		in.Given = &Given{Distances: distances}
		if !math.IsInf(s.limit, 1) {
			in.Given.TooLong = s.tooLong()
		}
	}
	return in, nil
}

// matrixScale chooses the steps of a matrix of distances in units.
type matrixScale struct {
	distances [][]float64
	decimals  int     // of the unit
	limit     float64 // distances above it share one weight; +Inf: there are none
	longest   float64 // distance up to the limit
	forbidden bool    // a distance is +Inf
}

func newMatrixScale(distances [][]float64) (*matrixScale, error) {
	s := &matrixScale{distances: distances, limit: math.Inf(1)}
	for i, row := range distances {
		if len(row) != len(distances) {
			return nil, refuse("instance", "row %d of the matrix has %d distances, not one for each of the %d cities", i, len(row), len(distances))
		}
		for j, d := range row {
			switch {
			case i == j:
			case math.IsInf(d, 1):
				s.forbidden = true
			case !(d >= 0):
				return nil, &DistanceError{i, j, d, "is not 0 or more"}
			default:
				s.longest = max(s.longest, d)
			}
		}
	}
	return s, nil
}

func (s *matrixScale) unit() Unit { return Unit{Decimals: s.decimals} }

// most returns the largest number of steps of a distance up to the limit.
func (s *matrixScale) most() float64 {
	if s.forbidden || !math.IsInf(s.limit, 1) {
		return maxSteps / forbiddenLength
	}
	return maxSteps
}

// tooLong returns the weight of distances above the limit. It is below that of forbidden edges.
func (s *matrixScale) tooLong() int32 {
	if s.forbidden {
		return maxSteps - 1
	}
	return maxSteps
}

// choose sets the decimals. If those of all distances do not fit beside the longest ones, it looks for
// a limit with more decimals.
func (s *matrixScale) choose() {
	if s.longest == 0 {
		return
	}
	wanted := Unit{}.decimalsOf(s.distances, math.Inf(1))
	s.decimals = decimalsFor(wanted, [2]float64{s.longest, s.most()})
	if s.decimals == wanted {
		return
	}
	for _, limit := range s.limits() {
		cut := *s
		cut.limit, cut.longest = limit, s.longestUpTo(limit)
		if cut.longest == 0 {
			continue
		}
		wanted := Unit{}.decimalsOf(s.distances, limit)
		cut.decimals = decimalsFor(wanted, [2]float64{cut.longest, cut.most()})
		if cut.decimals > s.decimals {
			*s = cut
		}
		if cut.decimals == wanted {
			return
		}
	}
}

// limits returns limits beyond which no good tour has a distance, in descending order.
func (s *matrixScale) limits() []float64 {
	limits := s.gaps()
	if length := s.shortTour(); !math.IsInf(length, 1) {
		limits = append(limits, length)
	}
	slices.Sort(limits)
	slices.Reverse(limits)
	return limits
}

// gaps returns distances that are exceeded by none of the others or by more than as many times as
// there are cities: a tour within such a limit is shorter than all tours beyond it. Each city has
// distances within it in both directions.
func (s *matrixScale) gaps() (limits []float64) {
	const exponents = 2200 // of float64
	least, most := make([]float64, exponents), make([]float64, exponents)
	s.each(math.Inf(1), func(_, _ int, d float64) {
		_, exponent := math.Frexp(d)
		at := exponent + exponents/2
		if d == 0 {
			at = 0
		}
		if least[at] == 0 || d < least[at] {
			least[at] = d
		}
		most[at] = max(most[at], d)
	})
	below := 0.0
	for at := range most {
		if most[at] == 0 {
			continue
		}
		if below > 0 && least[at] > below*float64(len(s.distances)) && s.connects(below) {
			limits = append(limits, below)
		}
		below = most[at]
	}
	return limits
}

// each calls a function for all distances up to a limit, without the diagonal.
func (s *matrixScale) each(limit float64, use func(i, j int, d float64)) {
	for i, row := range s.distances {
		for j, d := range row {
			if i != j && d <= limit && !math.IsInf(d, 1) {
				use(i, j, d)
			}
		}
	}
}

// connects reports whether distances up to a limit leave each city and enter each city.
func (s *matrixScale) connects(limit float64) bool {
	n := len(s.distances)
	leaves, enters := newCitySet(n), newCitySet(n)
	s.each(limit, func(i, j int, _ float64) {
		leaves.add(int32(i))
		enters.add(int32(j))
	})
	return leaves.missing() >= n && enters.missing() >= n
}

func (s *matrixScale) longestUpTo(limit float64) (longest float64) {
	s.each(limit, func(_, _ int, d float64) { longest = max(longest, d) })
	return longest
}

// shortTour returns the length of the shortest nearest-neighbour tour of several first cities, +Inf if
// none of these tours does without missing edges. No optimal tour has a longer distance.
func (s *matrixScale) shortTour() float64 {
	const work = 4_000_000 // distances to look at, for which a hundredth of a second is enough
	n := len(s.distances)
	best := math.Inf(1)
	for start := range min(n, max(1, work/(n*n))) {
		best = min(best, s.nearestNeighbourTour(start))
	}
	return best
}

func (s *matrixScale) nearestNeighbourTour(start int) (length float64) {
	n := len(s.distances)
	visited := newCitySet(n)
	at := start
	for range n - 1 {
		visited.add(int32(at))
		next, nearest := -1, math.Inf(1)
		for to, d := range s.distances[at] {
			if (d < nearest || next < 0) && !visited.has(int32(to)) {
				next, nearest = to, d
			}
		}
		at, length = next, length+nearest
	}
	return length + s.distances[at][start]
}

// weights returns the distances in whole steps, and whether these give all distances in units.
func (s *matrixScale) weights() (whole [][]int, exact bool) {
	u := s.unit()
	exact = true
	whole = make([][]int, len(s.distances))
	for i, row := range s.distances {
		whole[i] = make([]int, len(row))
		for j, d := range row {
			switch {
			case i == j:
			case math.IsInf(d, 1):
				whole[i][j] = maxSteps
			case d > s.limit:
				whole[i][j], exact = int(s.tooLong()), false
			default:
				whole[i][j] = int(math.Round(u.steps(d)))
				exact = exact && math.Abs(u.Value(int64(whole[i][j]))-d) <= 1e-12*d
			}
		}
	}
	return whole, exact
}

// refuseLongest returns the error of the first of the longest distances.
func (s *matrixScale) refuseLongest() error {
	for i, row := range s.distances {
		if j := slices.Index(row, s.longest); j >= 0 && i != j {
			return &DistanceError{i, j, s.longest, fmt.Sprintf("is too long: at most %.0e; give distances in a larger unit", maxSteps*powersOfTen[maxDecimals])}
		}
	}
	return refuse("instance", "the distance %v is too long", s.longest)
}

// decimalsOf returns the number of decimals of the distance with the most, of those up to a limit.
func (Unit) decimalsOf(distances [][]float64, limit float64) (decimals int) {
	for i, row := range distances {
		for j, d := range row {
			for i != j && decimals < maxDecimals && d <= limit && !math.IsInf(d, 1) {
				steps := Unit{Decimals: decimals}.steps(d)
				if rest := math.Abs(steps - math.Round(steps)); rest <= min(1e-9*max(1, steps), 0.01) { // float64 is not decimal
					break
				}
				decimals++
			}
		}
	}
	return decimals
}
