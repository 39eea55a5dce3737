package tsp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/tourgraph"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// tooShort bounds the longest distance, in units, where distances are rounded: at least a thousand
// steps.
const tooShort = 1e-12

// A DistanceError says which distance of a matrix cannot be used.
type DistanceError struct {
	From, To int // the cities, counted from 0
	Distance float64
	Reason   string // continues "the distance 3 from city 0 to city 1"
}

// Error returns the reason with the distance and the cities, counted from 0.
func (e *DistanceError) Error() string {
	return fmt.Sprintf("instance: the distance %v from city %d to city %d %s", e.Distance, e.From, e.To, e.Reason)
}

// FromDecimals returns an instance with the distance distances[i][j] from city i to city j, 0 or
// more, in a unit with this name. +Inf stands for no edge, as with [Instance.Forbidden]. The
// instance is symmetric if each distance equals the one back. The diagonal is ignored.
//
// [Instance.Unit] has the decimals that all distances have, or as many as fit. Distances that are
// so far above the others that no good tour has them do not count: they share one weight. If a
// distance is rounded or has this weight, [Instance.Given] keeps distances, which must not change
// then.
//
// The error is a [*DistanceError], or an [*Error] if the rows are not a square, or the cause of
// the context's end.
func FromDecimals(ctx context.Context, distances [][]float64, unit string) (*Instance, error) {
	s, err := newMatrixScale(ctx, distances)
	if err != nil {
		return nil, err
	}
	s.choose()
	return s.instance(unit)
}

// instance returns the instance with the steps that were chosen.
func (s *matrixScale) instance(unit string) (*Instance, error) {
	if s.ctx.Err() != nil {
		return nil, context.Cause(s.ctx)
	}
	if s.decimals == -maxDecimals && s.unit().steps(s.longest) > s.most() {
		return nil, s.refuseLongest(fmt.Sprintf("is too long: at most %.0e; give distances in a larger unit",
			maxSteps*parse.PowersOfTen[maxDecimals]))
	}
	in := &Instance{Kind: TSP, Metric: Explicit, Unit: Unit{unit, s.decimals}}
	if s.forbidden {
		in.Forbidden = s.top
	}
	exact, err := s.setWeights(in)
	if err != nil {
		return nil, err
	}
	if !exact && s.longest < tooShort {
		return nil, s.refuseLongest(fmt.Sprintf(
			"is the longest and too short: at least %.0e; give distances in a smaller unit", tooShort))
	}
	if !exact {
		in.Given = &Given{Distances: s.distances}
		if !math.IsInf(s.limit, 1) {
			in.Given.TooLong = s.tooLong()
		}
	}
	return validated(in)
}

// matrixScale chooses the steps of a matrix of distances in units. When the context ends, its
// loops end early.
type matrixScale struct {
	ctx       context.Context
	distances [][]float64
	top       int32   // the largest weight
	decimals  int     // of the unit
	limit     float64 // distances above it share one weight; +Inf: there are none
	longest   float64 // distance up to the limit
	forbidden bool    // a distance is +Inf
}

func newMatrixScale(ctx context.Context, distances [][]float64) (*matrixScale, error) {
	if n := len(distances); n > matrix.MaxCities {
		return nil, Errorf("instance", "a matrix of %d cities is larger than the largest, of %d; use coordinates",
			n, matrix.MaxCities)
	}
	s := &matrixScale{ctx: ctx, distances: distances, top: maxSteps, limit: math.Inf(1)}
	for i, row := range distances {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(row) != len(distances) {
			return nil, Errorf("instance", "row %d of the matrix has %d distances, not one for each of the %d cities",
				i, len(row), len(distances))
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
		return float64(s.top / forbiddenLength)
	}
	return float64(s.top)
}

// tooLong returns the weight of distances above the limit. It is below the weight of forbidden
// edges.
func (s *matrixScale) tooLong() int32 {
	if s.forbidden {
		return s.top - 1
	}
	return s.top
}

// choose sets the decimals. If the longest distances leave too few steps for the decimals of the
// others, it looks for a limit with more decimals.
func (s *matrixScale) choose() {
	if s.longest == 0 {
		return
	}
	wanted := s.decimalsUpTo(math.Inf(1))
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
		wanted := s.decimalsUpTo(limit)
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
// there are cities: a tour within such a limit is shorter than all tours beyond it.
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
		if below > 0 && least[at] > below*float64(len(s.distances)) && s.suits(below, least[at]) {
			limits = append(limits, below)
		}
		below = most[at]
	}
	return limits
}

// suits reports whether distances beyond a gap, from beyond on, need not be told apart: they are
// all equal, or there is a tour within the limit.
func (s *matrixScale) suits(limit, beyond float64) bool {
	if beyond == s.longest && !s.forbidden {
		return true
	}
	within := func(from, to int) bool {
		d := s.distances[from][to]
		return from != to && d <= limit && !math.IsInf(d, 1)
	}
	return tourgraph.Graph{Nodes: len(s.distances), Edge: within}.MayHaveTour(s.ctx)
}

// each calls a function for all distances up to a limit, without the diagonal.
func (s *matrixScale) each(limit float64, use func(i, j int, d float64)) {
	for i, row := range s.distances {
		if s.ctx.Err() != nil {
			return
		}
		for j, d := range row {
			if i != j && d <= limit && !math.IsInf(d, 1) {
				use(i, j, d)
			}
		}
	}
}

func (s *matrixScale) longestUpTo(limit float64) (longest float64) {
	s.each(limit, func(_, _ int, d float64) { longest = max(longest, d) })
	return longest
}

// shortTour returns the length of a short closed tour, +Inf if none is known. No optimal tour has a
// longer distance.
func (s *matrixScale) shortTour() float64 {
	return newShortTours(s.ctx, s.distances, nil, false, nil).shortest()
}

// setWeights sets the weights and the kind of an instance, and reports whether the weights give
// all distances in units.
func (s *matrixScale) setWeights(in *Instance) (exact bool, err error) {
	n := len(s.distances)
	in.Weights, exact = make([]int32, n*n), true
	for i, row := range s.distances {
		if s.ctx.Err() != nil {
			return false, context.Cause(s.ctx)
		}
		for j, d := range row {
			if i == j {
				continue
			}
			weight, same := s.weight(d)
			if j < i && differ(d, s.distances[j][i]) {
				in.Kind = ATSP
			} else if j < i {
				weight = in.Weights[j*n+i]
			}
			in.Weights[i*n+j], exact = weight, exact && same
		}
	}
	return exact, nil
}

// weight returns a distance in whole steps, and whether these give the distance in units.
func (s *matrixScale) weight(d float64) (weight int32, exact bool) {
	switch {
	case math.IsInf(d, 1):
		return s.top, true
	case d > s.limit:
		return s.tooLong(), false
	}
	u := s.unit()
	weight = int32(math.Round(u.steps(d)))
	return weight, !differ(u.Value(int64(weight)), d)
}

// differ reports whether two distances differ by more than float64 rounds the results of a few
// operations. A matrix whose distances do so in the two directions is asymmetric, even if steps do
// not tell them apart: the directions of fixed edges and of open paths count.
func differ(a, b float64) bool { return a != b && !(math.Abs(a-b) <= 1e-12*min(a, b)) }

// refuseLongest returns the error of the first of the longest distances.
func (s *matrixScale) refuseLongest(reason string) error {
	for i, row := range s.distances {
		if j := slices.Index(row, s.longest); j >= 0 && i != j {
			return &DistanceError{i, j, s.longest, reason}
		}
	}
	return Errorf("instance", "the distance %v %s", s.longest, reason)
}

// decimalsUpTo returns the largest number of decimals of the distances up to a limit.
func (s *matrixScale) decimalsUpTo(limit float64) (decimals int) {
	s.each(limit, func(_, _ int, d float64) {
		for ; decimals < maxDecimals; decimals++ {
			steps := Unit{Decimals: decimals}.steps(d)
			if rest := math.Abs(steps - math.Round(steps)); rest <= min(1e-9*steps, 0.01) { // float64 is not decimal
				return
			}
		}
	})
	return decimals
}
