package tsp

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Kind says whether an instance is symmetric. Its values are the values of TYPE in TSPLIB.
type Kind string

// The supported kinds.
const (
	TSP  Kind = "TSP"  // symmetric: the distance from i to j is that from j to i
	ATSP Kind = "ATSP" // asymmetric
)

// MinCities is the number of cities of the smallest instance, whose tour has length 0. The tour of
// two cities goes there and back.
const MinCities = 1

// An Instance is a travelling salesman problem: n cities and the distances between them.
//
// All functions that return an instance return a valid one. A program that sets the fields itself
// calls [Instance.Validate] before it uses any other method. An instance must not change while it
// is in use.
type Instance struct {
	Name    string
	Comment string // the COMMENT lines, separated by "\n"
	Kind    Kind
	Metric  Metric
	X, Y, Z []float64 // coordinates by city, as many axes as the metric has; all nil for a matrix
	// Weights is the full matrix of EXPLICIT: the distance from i to j is Weights[i*n+j]. With
	// metric Pairs it is the matrix of the cities.
	Weights []int32
	Fixed   []Edge   // edges that every tour must have; with kind ATSP only of metric EXPLICIT
	Unit    Unit     // of all distances; zero for instances of TSPLIB
	Names   []string // of the cities, not necessarily unique; nil if they have none
	IDs     []string // of the cities, if they have both names and ids; else nil
	// Rows has the row of each city in its file of places, as spreadsheets and editors count it:
	// from 1 on, with the header. They ascend. People see these numbers. Nil: cities have numbers.
	Rows []int32
	// FirstNumber is the number of city 0 in texts, such as errors: 0, as calls count, or 1 in
	// instances of files. Rows take its place.
	FirstNumber int
	// Display has the coordinates of the same cities, for pictures and maps: no distance depends on
	// them. EXPLICIT only; nil: only the distances are known.
	Display *Instance

	// Forbidden is the weight that stands for no edge: a tour with such an edge is none. It is
	// larger than all other weights. 0: all edges may be used. EXPLICIT only. Solvers treat it as
	// any other weight; verify.Allowed checks a tour.
	Forbidden int32

	// Unscaled has the weights before [Instance.Rescaled] replaced them, so that readers that do not know
	// the path of a run find its instance by the same hash. Nil: they are Weights.
	Unscaled []int32

	// Given has the numbers of the input: lengths in units are computed from them. Nil: steps are
	// exact.
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

// Located returns the instance that has the coordinates of the cities: Display if there is one,
// else the instance itself.
func (in *Instance) Located() *Instance {
	if in.Display != nil {
		return in.Display
	}
	return in
}

// Symmetric reports whether the instance is of a kind with equal distances in both directions.
func (in *Instance) Symmetric() bool { return in.Kind != ATSP }

// Validate returns an [*Error] that says why the fields are not a valid instance, or nil.
func (in *Instance) Validate() error {
	subject := "instance"
	if in == nil {
		return &Error{subject, "none is given"}
	}
	if in.Name != "" {
		subject += " " + parse.Quote(in.Name)
	}
	if reason := in.invalid(); reason != "" {
		return &Error{subject, reason}
	}
	return nil
}

// invalid returns why the instance is not valid, or "".
func (in *Instance) invalid() string {
	if in.Kind != TSP && in.Kind != ATSP {
		return fmt.Sprintf("kind %s is not supported; supported are TSP and ATSP", parse.Quote(string(in.Kind)))
	}
	if in.Metric.row() == &unknown {
		return fmt.Sprintf("metric %s is not supported; supported are %v", parse.Quote(string(in.Metric)), Metrics())
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
	if len(in.IDs) != 0 && len(in.IDs) != n {
		reason = cmp.Or(reason, fmt.Sprintf("%d ids for %d cities", len(in.IDs), n))
	}
	reason = cmp.Or(reason, in.invalidRows(n), in.invalidUnit(), in.invalidGiven(n), in.invalidDisplay(n))
	return cmp.Or(reason, in.invalidFixed(n))
}

func (in *Instance) invalidRows(n int) string {
	if in.Rows != nil && len(in.Rows) != n {
		return fmt.Sprintf("%d rows for %d cities", len(in.Rows), n)
	}
	before := int32(0)
	for _, row := range in.Rows {
		if row <= before {
			return fmt.Sprintf("row %d follows row %d; rows ascend from 1 on", row, before)
		}
		before = row
	}
	return ""
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
			return fmt.Sprintf("city %d: %s", city+in.FirstNumber, in.Metric.InvalidCoordinate(axis, values[city]))
		}
	}
	return ""
}

// invalidDisplay returns why the coordinates for pictures do not fit the instance, or "".
func (in *Instance) invalidDisplay(n int) string {
	display := in.Display
	switch {
	case display == nil:
		return ""
	case in.Metric != Explicit:
		return fmt.Sprintf("metric %s has coordinates, and no others to display", in.Metric)
	case display.Metric.Axes() == 0:
		return "the instance to display has no coordinates"
	case display.Dimension() != n:
		return fmt.Sprintf("%d cities to display for %d cities", display.Dimension(), n)
	}
	return display.invalid()
}

// Part returns the instance of some cities in the given order, without fixed edges, names, ids,
// rows and display. Its city i is the city cities[i] of the original, whose metric is not Pairs.
func (in *Instance) Part(cities Tour) *Instance {
	axis := func(all []float64) []float64 {
		if all == nil {
			return nil
		}
		own := make([]float64, len(cities))
		parallel.All(len(cities), func(i int) { own[i] = all[cities[i]] })
		return own
	}
	part := &Instance{
		Name: in.Name, Comment: in.Comment, Kind: in.Kind, Metric: in.Metric, X: axis(in.X), Y: axis(in.Y),
		Z: axis(in.Z), Unit: in.Unit, Forbidden: in.Forbidden, FirstNumber: in.FirstNumber,
	}
	if in.Metric == Explicit {
		n := in.Dimension()
		part.Weights = make([]int32, 0, len(cities)*len(cities))
		for _, from := range cities {
			for _, to := range cities {
				part.Weights = append(part.Weights, in.Weights[int(from)*n+int(to)])
			}
		}
	}
	return part
}

// SHA256 returns a hash, in hexadecimal, of all that distances depend on: the kind and the metric,
// a line each, then the coordinates, axis by axis, as float64, or the weights as 32-bit words,
// both little-endian. If edges are fixed, "FIXED_EDGES\n" follows and their cities as 32-bit
// words: the smaller city of each edge first, the edges in ascending order. With metric HAVERSINE
// the decimals of the unit follow the metric, on a line of their own. Weights are those of Unscaled, if
// it is set.
func (in *Instance) SHA256() string {
	hash := sha256.New()
	hash.Write([]byte(string(in.Kind) + "\n" + string(in.Metric) + "\n")) // a hash never fails to write
	if in.Metric.row().metres {
		fmt.Fprintf(hash, "%d\n", in.Unit.Decimals)
	}
	const block = 4096 // words at a time
	var bytes []byte
	for _, axis := range [][]float64{in.X, in.Y, in.Z} {
		for i, v := range axis {
			if bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v)); len(bytes) >= 8*block ||
				i == len(axis)-1 {
				hash.Write(bytes)
				bytes = bytes[:0]
			}
		}
	}
	weights := in.Weights
	if in.Unscaled != nil {
		weights = in.Unscaled
	}
	for i, w := range weights {
		if bytes = binary.LittleEndian.AppendUint32(bytes, uint32(w)); len(bytes) >= 4*block ||
			i == len(weights)-1 {
			hash.Write(bytes)
			bytes = bytes[:0]
		}
	}
	if len(in.Fixed) > 0 {
		hash.Write([]byte("FIXED_EDGES\n"))
		for _, e := range in.SortedFixed() {
			bytes = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(bytes[:0], uint32(e[0])),
				uint32(e[1]))
			hash.Write(bytes)
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}
