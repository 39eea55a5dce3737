package tsp

import (
	"fmt"
	"math"
)

// Kind is TSPLIB's TYPE of an instance.
type Kind string

// The kinds of instances that this package supports.
const (
	TSP  Kind = "TSP"  // symmetric
	ATSP Kind = "ATSP" // the way from i to j may differ from the way back
)

// Metric is TSPLIB's EDGE_WEIGHT_TYPE: how a distance follows from coordinates.
type Metric string

// The metrics that this package supports.
const (
	EUC2D    Metric = "EUC_2D"   // Euclidean in the plane, rounded to nearest
	CEIL2D   Metric = "CEIL_2D"  // Euclidean in the plane, rounded up
	MAN2D    Metric = "MAN_2D"   // Manhattan (L1) in the plane, rounded to nearest
	MAX2D    Metric = "MAX_2D"   // maximum norm (L∞) in the plane, each axis rounded to nearest
	EUC3D    Metric = "EUC_3D"   // Euclidean in space, rounded to nearest
	GEO      Metric = "GEO"      // kilometres on TSPLIB's earth; X is the latitude, Y the longitude, both as DDD.MM
	ATT      Metric = "ATT"      // TSPLIB's pseudo-Euclidean distance
	Explicit Metric = "EXPLICIT" // a matrix
)

// MinCities is the number of cities of the smallest instance: with fewer there is nothing to choose.
const MinCities = 3

// maxCoordinate bounds the size of plane and space coordinates. Up to it no distance of any metric exceeds the int32
// that explicit weights have (MAN_2D is the widest: 4 times this), and the length of a tour of 2³¹ cities fits int64.
const maxCoordinate = 500_000_000

// maxMatrixCities is the number of cities of the largest explicit matrix: its n² weights (8 GiB) are still counted by
// 31 bits.
const maxMatrixCities = 46_340

// Instance is a travelling salesman problem: n cities and the distances between them.
//
// The fields may be filled by hand; [Instance.Validate] then says whether they make an instance. Readers and
// generators of this package return valid instances only.
type Instance struct {
	Name    string
	Comment string // the COMMENT lines, separated by "\n"
	Kind    Kind
	Metric  Metric
	X, Y, Z []float64 // coordinates by city; Z for EUC_3D only; all nil for EXPLICIT
	Weights []int32   // EXPLICIT only: the full matrix, from row to column, row by row
}

// Dimension returns the number of cities.
func (in *Instance) Dimension() int {
	if in.Metric == Explicit {
		// Exact: the root of a square below 2⁵³ has no rounding.
		return int(math.Sqrt(float64(len(in.Weights))))
	}
	return len(in.X)
}

// Symmetric reports whether the kind promises that each way is as long as the way back.
func (in *Instance) Symmetric() bool { return in.Kind != ATSP }

// Validate says what is wrong with an instance that was not made by this package, or nil.
func (in *Instance) Validate() error {
	if reason := in.fault(); reason != "" {
		return &Error{"instance " + quote(in.Name), reason}
	}
	return nil
}

func (in *Instance) fault() string {
	if in.Kind != TSP && in.Kind != ATSP {
		return fmt.Sprintf("kind %s is neither TSP nor ATSP", quote(string(in.Kind)))
	}
	if !in.Metric.known() {
		return fmt.Sprintf("metric %s is not supported", quote(string(in.Metric)))
	}
	n := in.Dimension()
	if n < MinCities || n > math.MaxInt32 {
		return fmt.Sprintf("%d cities are outside %d..%d", n, MinCities, math.MaxInt32)
	}
	if in.Metric == Explicit {
		return in.weightFault(n)
	}
	if in.Weights != nil {
		return fmt.Sprintf("metric %s has no weights", in.Metric)
	}
	return in.coordinateFault(n)
}

func (in *Instance) coordinateFault(n int) string {
	for axis, values := range [][]float64{in.X, in.Y, in.Z} {
		want := n
		if axis >= in.Metric.axes() {
			want = 0
		}
		if len(values) != want {
			return fmt.Sprintf("%d values of %c for %d cities of metric %s", len(values), "XYZ"[axis], n, in.Metric)
		}
		largest := in.Metric.largest(axis)
		for city, v := range values {
			if !(math.Abs(v) <= largest) { // also when v is not a number
				return fmt.Sprintf("city %d (counted from 0): %s", city, in.Metric.coordinateFault(axis, v))
			}
		}
	}
	return ""
}

func (in *Instance) weightFault(n int) string {
	if n > maxMatrixCities {
		return fmt.Sprintf("%d cities are more than the %d of the largest explicit matrix", n, maxMatrixCities)
	}
	if n*n != len(in.Weights) {
		return fmt.Sprintf("%d weights are no square matrix", len(in.Weights))
	}
	if in.X != nil || in.Y != nil || in.Z != nil {
		return "metric EXPLICIT has no coordinates"
	}
	for i := range n {
		for j := range n {
			w, back := in.Weights[i*n+j], in.Weights[j*n+i]
			if i != j && w < 0 {
				return fmt.Sprintf("the weight %d from city %d to city %d (counted from 0) is negative", w, i, j)
			}
			if in.Symmetric() && w != back {
				return fmt.Sprintf("kind TSP is symmetric, but cities %d and %d (counted from 0) are %d and %d apart",
					i, j, w, back)
			}
		}
	}
	return ""
}
