package tsp

import (
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

// Metric says how distances follow from coordinates. Its values are the values of EDGE_WEIGHT_TYPE
// in TSPLIB; HAVERSINE is not of TSPLIB.
type Metric string

// The supported metrics. Each has a row below.
const (
	EUC2D  Metric = "EUC_2D"  // Euclidean in the plane, rounded to nearest
	CEIL2D Metric = "CEIL_2D" // Euclidean in the plane, rounded up
	MAN2D  Metric = "MAN_2D"  // Manhattan (L1) in the plane, rounded to nearest
	MAX2D  Metric = "MAX_2D"  // maximum norm (L∞) in the plane, each axis rounded to nearest
	EUC3D  Metric = "EUC_3D"  // Euclidean in space, rounded to nearest
	// GEO: kilometres on a sphere. X is the latitude, Y the longitude, both as DDD.MM
	// (degrees.minutes).
	GEO      Metric = "GEO"
	ATT      Metric = "ATT"      // pseudo-Euclidean: √((Δx² + Δy²)/10), rounded up
	Explicit Metric = "EXPLICIT" // a matrix in place of coordinates

	// Haversine is not of TSPLIB: metres along great circles of a sphere with WGS 84's mean
	// radius, rounded to the nearest step of [Instance.Unit]. X is the latitude, Y the longitude,
	// in decimal degrees.
	Haversine Metric = "HAVERSINE"

	// Pairs is the metric of the node pairs that package reduce makes. No file has it.
	Pairs Metric = "PAIRS"
)

// Geometry says what the coordinates of a metric are.
type Geometry int

// The geometries.
const (
	Matrix Geometry = iota // no coordinates: the distances are given
	Plane                  // X and Y
	Space                  // X, Y and Z
	Globe                  // X is the latitude, Y the longitude
)

// maxCoordinate bounds the absolute values of coordinates in the plane and in space. Within it no
// distance exceeds int32: the largest, of MAN_2D, are up to 4 times this. The length of a tour of
// 2³¹ cities fits int64.
const maxCoordinate = 500_000_000

// Geometry returns the geometry of the metric, and [Matrix] for an unknown metric.
func (m Metric) Geometry() Geometry { return m.row().geometry }

// Description names the distances for people, such as "great-circle distances". It is "" for an
// unknown metric.
func (m Metric) Description() string { return m.row().description }

// InTSPLIB reports whether files of TSPLIB can have the metric.
func (m Metric) InTSPLIB() bool { return m.row().tsplib }

// Resolution returns how far a coordinate moves until a distance changes by about one step. It is
// 0 for a matrix and for metrics whose steps are much smaller than what their coordinates tell
// apart.
func (m Metric) Resolution() float64 { return m.row().resolution }

// Axes returns the number of coordinates of a city.
func (m Metric) Axes() int {
	return [...]int{Matrix: 0, Plane: 2, Space: 3, Globe: 2}[m.Geometry()]
}

// Sectors returns the number of sectors around a city that candidate lists distinguish: four
// quadrants in the plane and on the globe, eight octants in space, none with a matrix.
func (m Metric) Sectors() int {
	return [...]int{Matrix: 0, Plane: 4, Space: 8, Globe: 4}[m.Geometry()]
}

// Largest returns the bound of the absolute values of coordinates on an axis (0, 1 or 2).
func (m Metric) Largest(axis int) float64 {
	switch g := m.Geometry(); {
	case g == Matrix: // coordinates for pictures
		return math.MaxFloat64
	case g == Globe && axis == 0:
		return 90
	case g == Globe:
		return 360
	}
	return maxCoordinate
}

// InvalidCoordinate returns why v is not a coordinate of the metric on an axis (0, 1 or 2), or "".
func (m Metric) InvalidCoordinate(axis int, v float64) string {
	largest := m.Largest(axis)
	switch {
	case math.Abs(v) <= largest:
		return ""
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Sprintf("coordinate %v is not finite", v)
	case m.Geometry() == Globe:
		return fmt.Sprintf("%s %v is outside -%v..%v", [...]string{"latitude", "longitude"}[axis], v, largest, largest)
	}
	return fmt.Sprintf("coordinate %v is outside ±%d: distances could exceed 32 bits; scale the instance down",
		v, maxCoordinate)
}

// metric is all that the host knows of a metric. A new metric is a constant, a row, its entries in
// [Metrics] and [Metric.row], and an independent formula in tsp/verify. Readers of CSV and JSON
// need its name in package format. Devices read its distances from a matrix, unless aco/distance
// has a row for it too.
type metric struct {
	geometry    Geometry
	description string  // for people
	tsplib      bool    // files of TSPLIB can have it
	metres      bool    // distances are metres, in steps of Instance.Unit
	resolution  float64 // see Metric.Resolution

	// steps returns the distance of two cities in the plane or in space by the sizes of their
	// differences on each axis. It is monotonic in each of them.
	steps func(dx, dy, dz float64) int64
	// length returns the distance in the plane in units, not rounded. nil: the metric has no
	// scale.
	length func(dx, dy float64) float64

	// radians converts a coordinate on the globe.
	radians func(v float64) float64
	// atLeast returns a function for Instance.LowerBound on the globe.
	atLeast func(in *Instance) func(dx, dy, dz float64) int64

	// distance returns the distance of two different cities. nil: steps of their differences, or
	// an entry of a matrix.
	distance func(in *Instance, i, j int) int64
	// distances returns a function for Instance.DistanceFunc that is faster than distance or
	// steps. nil: there is none.
	distances func(in *Instance) func(i, j uint32) int64
	// atMost returns Instance.AtMost. nil: the distance of opposite corners of the box around all
	// cities.
	atMost func(in *Instance) int64
}

// The rows of the metrics.
var (
	euc2D = metric{
		geometry: Plane, description: "straight-line distances", tsplib: true, resolution: 1,
		steps: func(dx, dy, _ float64) int64 { return nint(root(dx, dy)) }, length: root, distances: euclidean,
	}
	ceil2D = metric{
		geometry: Plane, description: "straight-line distances, rounded up", tsplib: true, resolution: 1,
		steps: func(dx, dy, _ float64) int64 { return int64(math.Ceil(root(dx, dy))) }, length: root,
		distances: euclideanUp,
	}
	man2D = metric{
		geometry: Plane, description: "Manhattan distances", tsplib: true, resolution: 1,
		steps:  func(dx, dy, _ float64) int64 { return nint(dx + dy) },
		length: func(dx, dy float64) float64 { return dx + dy },
	}
	max2D = metric{
		geometry: Plane, description: "maximum distances of the axes", tsplib: true, resolution: 1,
		steps:  func(dx, dy, _ float64) int64 { return max(nint(dx), nint(dy)) },
		length: func(dx, dy float64) float64 { return max(dx, dy) },
	}
	att = metric{
		geometry: Plane, description: "pseudo-Euclidean distances", tsplib: true, resolution: math.Sqrt(10),
		steps: func(dx, dy, _ float64) int64 { return attDistance(squares(dx, dy)) },
	}
	euc3D = metric{
		geometry: Space, description: "straight-line distances in space", tsplib: true, resolution: 1,
		steps: func(dx, dy, dz float64) int64 { return nint(math.Sqrt(squares(dx, dy) + float64(dz*dz))) },
	}
	geo = metric{
		geometry: Globe, description: "kilometres on the globe", tsplib: true,
		resolution: 0.0054, // a kilometre, in degrees and minutes as 12.30
		radians:    globe.GEORadians, distance: geoDistance, atLeast: geoAtLeast, atMost: geoAtMost,
	}
	haversine = metric{
		geometry: Globe, description: "great-circle distances", metres: true,
		radians: globe.Radians, distance: haversineDistance, distances: haversineDistances,
		atLeast: haversineAtLeast, atMost: haversineAtMost,
	}
	explicit = metric{
		description: "distances of a matrix", tsplib: true,
		distances: matrixDistances, atMost: matrixAtMost,
	}
	nodePairs = metric{
		description: "distances of node pairs",
		distance:    pairsDistance, distances: pairsDistances, atMost: pairsAtMost,
	}
	// unknown stands for all other metrics, which no valid instance has.
	unknown = metric{distance: func(*Instance, int, int) int64 { return -1 }}
)

// Metrics returns the supported metrics, without [Pairs].
func Metrics() []Metric {
	return []Metric{EUC2D, CEIL2D, MAN2D, MAX2D, EUC3D, GEO, ATT, Explicit, Haversine}
}

// row returns the row of a metric. Each call of Instance.Distance needs it: a switch takes a few
// comparisons of words, a search of a table three times as long.
func (m Metric) row() *metric {
	switch m {
	case EUC2D:
		return &euc2D
	case CEIL2D:
		return &ceil2D
	case MAN2D:
		return &man2D
	case MAX2D:
		return &max2D
	case ATT:
		return &att
	case EUC3D:
		return &euc3D
	case GEO:
		return &geo
	case Haversine:
		return &haversine
	case Explicit:
		return &explicit
	case Pairs:
		return &nodePairs
	}
	return &unknown
}

// squares returns the sum of two squares. The explicit conversions round the products. Without
// them a compiler may fuse a product with the sum, and the rounded distance would depend on the
// CPU.
func squares(dx, dy float64) float64 { return float64(dx*dx) + float64(dy*dy) }

// root returns the Euclidean distance in the plane.
func root(dx, dy float64) float64 { return math.Sqrt(squares(dx, dy)) }

// nint rounds a distance to the nearest whole number, halves up, as TSPLIB does. The distance is
// not negative.
func nint(x float64) int64 { return int64(x + 0.5) }

// attDistance returns the pseudo-Euclidean distance of TSPLIB's att48 and att532: √(squares/10),
// rounded up.
func attDistance(squares float64) int64 {
	exact := math.Sqrt(squares / 10)
	rounded := nint(exact)
	if float64(rounded) < exact {
		rounded++
	}
	return rounded
}

// euclidean returns the distances of EUC_2D.
func euclidean(in *Instance) func(i, j uint32) int64 {
	x, y := in.X, in.Y
	return func(i, j uint32) int64 { return nint(root(x[i]-x[j], y[i]-y[j])) }
}

// euclideanUp returns the distances of CEIL_2D.
func euclideanUp(in *Instance) func(i, j uint32) int64 {
	x, y := in.X, in.Y
	return func(i, j uint32) int64 { return int64(math.Ceil(root(x[i]-x[j], y[i]-y[j]))) }
}
