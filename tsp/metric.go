package tsp

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

var (
	// tsplibMetrics are the supported metrics of TSPLIB.
	tsplibMetrics = []Metric{EUC2D, CEIL2D, MAN2D, MAX2D, EUC3D, GEO, ATT, Explicit}
	// metrics are the supported metrics.
	metrics = append(slices.Clip(tsplibMetrics), Haversine)
)

// known reports whether this package supports the metric.
func (m Metric) known() bool { return slices.Contains(metrics, m) }

// axes returns the number of coordinates of a city.
func (m Metric) axes() int {
	switch m {
	case Explicit:
		return 0
	case EUC3D:
		return 3
	default:
		return 2
	}
}

// largest returns the bound of the absolute values of coordinates on an axis (0, 1 or 2).
func (m Metric) largest(axis int) float64 {
	switch {
	case m == Explicit:
		return math.MaxFloat64
	case m.OnGlobe() && axis == 0:
		return 90
	case m.OnGlobe():
		return 360
	}
	return maxCoordinate
}

// invalidCoordinate returns why v is not a coordinate of the metric on an axis (0, 1 or 2), or "".
func (m Metric) invalidCoordinate(axis int, v float64) string {
	largest := m.largest(axis)
	switch {
	case math.Abs(v) <= largest:
		return ""
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Sprintf("coordinate %v is not finite", v)
	case m.OnGlobe():
		return fmt.Sprintf("%s %v is outside -%v..%v", [...]string{"latitude", "longitude"}[axis], v, largest, largest)
	}
	return fmt.Sprintf("coordinate %v is outside ±%d: distances could exceed 32 bits; scale the instance down",
		v, maxCoordinate)
}

// Distance returns the distance from city i to city j, 0..2³¹-1. The distance from a city to itself is 0, whatever the
// diagonal of a matrix says. The instance must be valid and i and j in 0..n-1.
func (in *Instance) Distance(i, j int) int64 {
	if i == j {
		return 0
	}
	switch in.Metric {
	case Explicit:
		return int64(in.Weights[i*in.rows()+j])
	case Pairs:
		return in.pairDistance(in.rows(), i, j)
	}
	if in.Metric == GEO {
		return geoDistance(in.X[i], in.Y[i], in.X[j], in.Y[j])
	}
	if in.Metric == Haversine {
		grid := in.Unit.globeGrid()
		a, b := grid.point(in.Point(uint32(i))), grid.point(in.Point(uint32(j)))
		return grid.distance(&a, &b)
	}
	dz := 0.0
	if in.Metric == EUC3D {
		dz = in.Z[i] - in.Z[j]
	}
	return in.Metric.distanceOfDeltas(math.Abs(in.X[i]-in.X[j]), math.Abs(in.Y[i]-in.Y[j]), dz)
}

// usesDeltas reports whether distances are those of distanceOfDeltas.
func (m Metric) usesDeltas() bool { return m != Pairs && m != Explicit && !m.OnGlobe() }

// OnGlobe reports whether coordinates are latitudes and longitudes.
func (m Metric) OnGlobe() bool { return m == GEO || m == Haversine }

// planar reports whether cities have two coordinates in a plane.
func (m Metric) planar() bool { return m.usesDeltas() && m != EUC3D }

// Point returns the coordinates by which cities are searched: those of the city in the plane (z is 0) and in space; on the
// globe those on a sphere with radius 1 around the origin.
func (in *Instance) Point(city uint32) (x, y, z float64) {
	x, y = in.X[city], in.Y[city]
	switch in.Metric {
	case EUC3D:
		z = in.Z[city]
	case GEO:
		return globePoint(geoRadians(x), geoRadians(y))
	case Haversine:
		return globePoint(radians(x), radians(y))
	}
	return x, y, z
}

// Degrees returns the latitude and the longitude of a city in decimal degrees. The metric must be on the globe.
func (in *Instance) Degrees(city int) (latitude, longitude float64) {
	if in.Metric != GEO {
		return in.X[city], in.Y[city]
	}
	decimal := func(v float64) float64 { // of DDD.MM, degrees and minutes
		whole := math.Trunc(v)
		return whole + float64((v-whole)*5/3)
	}
	return decimal(in.X[city]), decimal(in.Y[city])
}

// distanceOfDeltas returns the distance of two cities in the plane or in space by their differences on the axes; dx and dy
// are not negative. It is monotonic in the size of each. For other metrics it returns -1.
//
// Explicit conversions round products. Without them a compiler may fuse a product with the following sum, and the rounded
// distance would depend on the CPU.
func (m Metric) distanceOfDeltas(dx, dy, dz float64) int64 {
	squares := float64(dx*dx) + float64(dy*dy)
	switch m {
	case EUC2D:
		return nint(math.Sqrt(squares))
	case CEIL2D:
		return int64(math.Ceil(math.Sqrt(squares)))
	case MAN2D:
		return nint(dx + dy)
	case MAX2D:
		return max(nint(dx), nint(dy))
	case EUC3D:
		return nint(math.Sqrt(squares + float64(dz*dz)))
	case ATT:
		return attDistance(squares)
	}
	return -1
}

// AtLeast returns a lower bound of the distance of two cities by the differences of their points; dx and dy are not negative.
// Except on the globe it is the distance. It is monotonic in the size of each difference.
func (in *Instance) AtLeast(dx, dy, dz float64) int64 {
	switch in.Metric {
	case GEO:
		return geoAtLeast(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
	case Haversine:
		return in.Unit.haversineAtLeast(dx, dy, dz)
	}
	return in.Metric.distanceOfDeltas(dx, dy, dz)
}

// nint rounds a distance to the nearest whole number, halves up, as TSPLIB does. The distance is not negative.
func nint(x float64) int64 { return int64(x + 0.5) }

// attDistance returns the pseudo-Euclidean distance of TSPLIB's att48 and att532: √(squares/10), rounded up.
func attDistance(squares float64) int64 {
	exact := math.Sqrt(squares / 10)
	rounded := nint(exact)
	if float64(rounded) < exact {
		rounded++
	}
	return rounded
}

const earthRadius = 6378.388 // in kilometres

// geoDistance returns the distance in kilometres on a sphere with TSPLIB's constants and order of operations. TSPLIB adds 1
// and truncates: two cities at one place are at distance 1.
func geoDistance(latI, lonI, latJ, lonJ float64) int64 {
	latI, lonI, latJ, lonJ = geoRadians(latI), geoRadians(lonI), geoRadians(latJ), geoRadians(lonJ)
	q1 := portable.Cos(lonI - lonJ)
	q2 := portable.Cos(latI - latJ)
	q3 := portable.Cos(latI + latJ)
	cosine := 0.5 * (float64((1+q1)*q2) - float64((1-q1)*q3))
	return int64(float64(earthRadius*portable.Acos(cosine)) + 1)
}

// geoAtLeast returns a lower bound of geoDistance by the square of the chord between two points of a sphere with radius 1. The
// angle is 2·arcsin(c/2), and the series of the arcsine has positive terms only; two are enough for near cities.
func geoAtLeast(squares float64) int64 {
	// An error of 2⁻⁵⁰ in the cosine of a small angle moves geoDistance by up to 0.3 m before it is truncated.
	const slack = 0.001
	chord := math.Sqrt(squares)
	return int64(max(float64(earthRadius*(chord+float64(chord*squares)/24))-slack, 0)) + 1
}

// geoRadians converts DDD.MM, degrees and minutes, to radians. It truncates to whole degrees, and π has six decimals: the
// published optimal lengths hold for exactly this rule.
func geoRadians(v float64) float64 {
	const pi = 3.141592
	degrees := math.Trunc(v)
	minutes := v - degrees
	return float64(pi*(degrees+float64(5*minutes)/3)) / 180
}
