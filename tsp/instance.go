package tsp

import (
	"cmp"
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Kind says whether an instance is symmetric. Its values are those of TYPE in TSPLIB.
type Kind string

// The supported kinds.
const (
	TSP  Kind = "TSP"  // symmetric: the distance from i to j is that from j to i
	ATSP Kind = "ATSP" // asymmetric
)

// Metric says how distances follow from coordinates. Its values are those of EDGE_WEIGHT_TYPE in TSPLIB, and HAVERSINE.
type Metric string

// The supported metrics.
const (
	EUC2D    Metric = "EUC_2D"   // Euclidean in the plane, rounded to nearest
	CEIL2D   Metric = "CEIL_2D"  // Euclidean in the plane, rounded up
	MAN2D    Metric = "MAN_2D"   // Manhattan (L1) in the plane, rounded to nearest
	MAX2D    Metric = "MAX_2D"   // maximum norm (L∞) in the plane, each axis rounded to nearest
	EUC3D    Metric = "EUC_3D"   // Euclidean in space, rounded to nearest
	GEO      Metric = "GEO"      // kilometres on a sphere; X is the latitude, Y the longitude, both as DDD.MM (degrees.minutes)
	ATT      Metric = "ATT"      // pseudo-Euclidean: √((Δx² + Δy²)/10), rounded up
	Explicit Metric = "EXPLICIT" // a matrix in place of coordinates

	// Haversine is not of TSPLIB: metres along great circles of a sphere with WGS 84's mean radius, rounded to the nearest step of
	// [Instance.Unit]. X is the latitude, Y the longitude, in decimal degrees.
	Haversine Metric = "HAVERSINE"

	// Pairs is the metric of the instances that [reduce.NodePairs] returns. No file has it.
	Pairs Metric = "PAIRS"
)

// MinCities is the number of cities of the smallest instance. Fewer cities have only one tour.
const MinCities = 3

// maxCoordinate bounds the absolute values of coordinates in the plane and in space. Within it no distance exceeds int32,
// as in a matrix (those of MAN_2D are the largest, up to 4 times this), and the length of a tour of 2³¹ cities fits int64.
const maxCoordinate = 500_000_000

// An Instance is a travelling salesman problem: n cities and the distances between them.
//
// All functions that return an instance return a valid one. A program that sets the fields itself calls
// [Instance.Validate] before it uses any other method. An instance must not change while it is in use.
type Instance struct {
	Name    string
	Comment string // the COMMENT lines, separated by "\n"
	Kind    Kind
	Metric  Metric
	X, Y, Z []float64 // coordinates by city; Z for EUC_3D only; all nil for EXPLICIT
	Weights []int32   // EXPLICIT: the full matrix; the distance from i to j is Weights[i*n+j]. Pairs: that of the cities
	Fixed   []Edge    // edges that every tour must have; with kind ATSP only of metric EXPLICIT
	Unit    Unit      // of all distances; zero for instances of TSPLIB
	Names   []string  // of the cities, which need not differ; nil if they have none

	// Forbidden is the weight that stands for no edge: a tour with such an edge is none. It is larger than all other weights. 0: all edges may be
	// used. EXPLICIT only. Solvers treat it as any other weight; verify.Allowed checks a tour.
	Forbidden int32

	// Given has the numbers of the input, from which lengths in units are computed. Nil: steps are exact.
	Given *Given
}

// Dimension returns the number of cities.
func (in *Instance) Dimension() int {
	switch in.Metric {
	case Explicit:
		return in.rows()
	case Pairs:
		return 2 * in.rows()
	}
	return len(in.X)
}

// Symmetric reports whether the instance is of a kind with equal distances in both directions.
func (in *Instance) Symmetric() bool { return in.Kind != ATSP }

// Validate returns an [*Error] that says why the fields are not a valid instance, or nil.
func (in *Instance) Validate() error {
	if reason := in.invalid(); reason != "" {
		return &Error{"instance " + parse.Quote(in.Name), reason}
	}
	return nil
}

// invalid returns why the instance is not valid, or "".
func (in *Instance) invalid() string {
	if in.Kind != TSP && in.Kind != ATSP {
		return fmt.Sprintf("kind %s is not supported; supported are TSP and ATSP", parse.Quote(string(in.Kind)))
	}
	if !in.Metric.known() && in.Metric != Pairs {
		return fmt.Sprintf("metric %s is not supported; supported are %v", parse.Quote(string(in.Metric)), metrics)
	}
	n := in.Dimension()
	if n < MinCities || n > math.MaxInt32 {
		return fmt.Sprintf("%d cities are outside %d..%d", n, MinCities, math.MaxInt32)
	}
	var reason string
	switch {
	case in.Metric == Explicit:
		reason = in.invalidWeights(n)
	case in.Metric == Pairs:
		reason = in.invalidPairs()
	case in.Forbidden != 0:
		reason = fmt.Sprintf("metric %s has coordinates, and no forbidden edges", in.Metric)
	case in.Weights != nil:
		reason = fmt.Sprintf("metric %s has coordinates, and no weights", in.Metric)
	default:
		reason = in.invalidCoordinates(n)
	}
	if len(in.Names) != 0 && len(in.Names) != n {
		reason = cmp.Or(reason, fmt.Sprintf("%d names for %d cities", len(in.Names), n))
	}
	reason = cmp.Or(reason, in.invalidUnit(), in.invalidGiven(n))
	return cmp.Or(reason, in.invalidFixed(n))
}

func (in *Instance) invalidCoordinates(n int) string {
	for axis, values := range [][]float64{in.X, in.Y, in.Z} {
		want := n
		if axis >= in.Metric.Axes() {
			want = 0
		}
		if len(values) != want {
			return fmt.Sprintf("%d values of %c for %d cities of metric %s", len(values), "XYZ"[axis], n, in.Metric)
		}
		largest := in.Metric.Largest(axis)
		invalid := func(from, to int) int {
			for city := from; city < to; city++ {
				if !(math.Abs(values[city]) <= largest) { // also when it is not a number
					return city
				}
			}
			return -1
		}
		if city := parallel.First(len(values), invalid); city >= 0 {
			return fmt.Sprintf("city %d (counted from 0): %s", city, in.Metric.InvalidCoordinate(axis, values[city]))
		}
	}
	return ""
}

func (in *Instance) invalidWeights(n int) string {
	if n > matrix.MaxCities {
		return fmt.Sprintf("%d cities are more than the %d of the largest matrix; use coordinates", n, matrix.MaxCities)
	}
	if n*n != len(in.Weights) {
		return fmt.Sprintf("%d weights are not a square matrix", len(in.Weights))
	}
	if in.X != nil || in.Y != nil || in.Z != nil {
		return "metric EXPLICIT has weights, and no coordinates"
	}
	row := parallel.First(n, func(from, to int) int { return in.firstInvalidRow(n, from, to) })
	if row < 0 {
		return ""
	}
	column := 0
	for in.validWeight(n, row, column) {
		column++
	}
	return in.invalidWeight(n, row, column)
}

// firstInvalidRow returns the first of the rows from..to-1 with a weight that is not valid, or -1. It
// looks at one square of the matrix at a time, so that its mirror image is in the cache too.
func (in *Instance) firstInvalidRow(n, from, to int) int {
	const side = 64 // of a square: 16 KiB
	for top := from; top < to; top += side {
		first := to
		for left := 0; left < n; left += side {
			for i := top; i < min(top+side, first); i++ {
				if !in.validPart(n, i, left, min(left+side, n)) {
					first = i
				}
			}
		}
		if first < to {
			return first
		}
	}
	return -1
}

// validPart reports whether the weights from city i to the cities from..to-1 are valid.
func (in *Instance) validPart(n, i, from, to int) bool {
	most, symmetric := int32(math.MaxInt32), in.Symmetric()
	if in.Forbidden != 0 {
		most = in.Forbidden
	}
	row := in.Weights[i*n:][:n]
	for j := from; j < to; j++ {
		if w := row[j]; (w < 0 || w > most) && i != j || symmetric && j < i && w != in.Weights[j*n+i] {
			return false
		}
	}
	return true
}

// validWeight reports whether the weight from city i to city j is valid.
func (in *Instance) validWeight(n, i, j int) bool { return in.validPart(n, i, j, j+1) }

// invalidWeight returns why the weight from city i to city j is not valid.
func (in *Instance) invalidWeight(n, i, j int) string {
	w := in.Weights[i*n+j]
	switch {
	case w < 0:
		return fmt.Sprintf("the weight %d from city %d to city %d (counted from 0) is negative; add a constant to all weights", w, i, j)
	case in.Forbidden != 0 && w > in.Forbidden:
		return fmt.Sprintf("the weight %d from city %d to city %d (counted from 0) is above that of forbidden edges, %d", w, i, j, in.Forbidden)
	}
	return fmt.Sprintf("kind TSP is symmetric, but the weight from city %d to city %d (counted from 0) is %d, and back it is %d; use kind ATSP",
		i, j, w, in.Weights[j*n+i])
}
