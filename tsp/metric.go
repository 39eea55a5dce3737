package tsp

import (
	"fmt"
	"math"
)

// Metric says how distances follow from coordinates. Its values are those of EDGE_WEIGHT_TYPE in TSPLIB, and HAVERSINE.
type Metric string

// The supported metrics. Each has a row in metrics.go.
const (
	EUC2D    Metric = "EUC_2D"   // Euclidean in the plane, rounded to nearest
	CEIL2D   Metric = "CEIL_2D"  // Euclidean in the plane, rounded up
	MAN2D    Metric = "MAN_2D"   // Manhattan (L1) in the plane, rounded to nearest
	MAX2D    Metric = "MAX_2D"   // maximum norm (L∞) in the plane, each axis rounded to nearest
	EUC3D    Metric = "EUC_3D"   // Euclidean in space, rounded to nearest
	GEO      Metric = "GEO"      // kilometres on a sphere; X is the latitude, Y the longitude, both as DDD.MM (degrees.minutes)
	ATT      Metric = "ATT"      // pseudo-Euclidean: √((Δx² + Δy²)/10), rounded up
	Explicit Metric = "EXPLICIT" // a matrix in place of coordinates

	// Haversine is not of TSPLIB: metres along great circles of a sphere with WGS 84's mean radius, rounded to the nearest
	// step of [Instance.Unit]. X is the latitude, Y the longitude, in decimal degrees.
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

// maxCoordinate bounds the absolute values of coordinates in the plane and in space. Within it no distance exceeds int32,
// as in a matrix (those of MAN_2D are the largest, up to 4 times this), and the length of a tour of 2³¹ cities fits int64.
const maxCoordinate = 500_000_000

// Geometry returns the geometry of the metric; that of an unknown metric is [Matrix].
func (m Metric) Geometry() Geometry { return m.row().geometry }

// Description names the distances for people, such as "great-circle distances". It is "" for an unknown metric.
func (m Metric) Description() string { return m.row().description }

// InTSPLIB reports whether files of TSPLIB can have the metric.
func (m Metric) InTSPLIB() bool { return m.row().tsplib }

// Resolution returns how far a coordinate moves until a distance changes by about one step. It is 0 for a matrix and for
// metrics whose steps are much smaller than what their coordinates tell apart.
func (m Metric) Resolution() float64 { return m.row().resolution }

// Axes returns the number of coordinates of a city.
func (m Metric) Axes() int {
	return [...]int{Matrix: 0, Plane: 2, Space: 3, Globe: 2}[m.Geometry()]
}

// Sectors returns the number of sectors around a city that candidate lists distinguish: four quadrants in the plane and
// on the globe, eight octants in space, none with a matrix.
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
