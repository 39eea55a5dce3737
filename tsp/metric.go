package tsp

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

var (
	// TSPLIBMetrics are the supported metrics of TSPLIB.
	TSPLIBMetrics = []Metric{EUC2D, CEIL2D, MAN2D, MAX2D, EUC3D, GEO, ATT, Explicit}
	// metrics are the supported metrics.
	metrics = append(slices.Clip(TSPLIBMetrics), Haversine)
)

// known reports whether this package supports the metric.
func (m Metric) known() bool { return slices.Contains(metrics, m) }

// Axes returns the number of coordinates of a city.
func (m Metric) Axes() int {
	switch m {
	case Explicit:
		return 0
	case EUC3D:
		return 3
	default:
		return 2
	}
}

// Largest returns the bound of the absolute values of coordinates on an axis (0, 1 or 2).
func (m Metric) Largest(axis int) float64 {
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

// InvalidCoordinate returns why v is not a coordinate of the metric on an axis (0, 1 or 2), or "".
func (m Metric) InvalidCoordinate(axis int, v float64) string {
	largest := m.Largest(axis)
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
		return globe.GEODistance(in.X[i], in.Y[i], in.X[j], in.Y[j])
	}
	if in.Metric == Haversine {
		grid := globe.NewGrid(in.Unit.Decimals)
		a, b := grid.Point(in.Point(uint32(i))), grid.Point(in.Point(uint32(j)))
		return grid.Distance(&a, &b)
	}
	dz := 0.0
	if in.Metric == EUC3D {
		dz = in.Z[i] - in.Z[j]
	}
	return in.Metric.DistanceOfDeltas(math.Abs(in.X[i]-in.X[j]), math.Abs(in.Y[i]-in.Y[j]), dz)
}

// usesDeltas reports whether distances are those of distanceOfDeltas.
func (m Metric) usesDeltas() bool { return m != Pairs && m != Explicit && !m.OnGlobe() }

// OnGlobe reports whether coordinates are latitudes and longitudes.
func (m Metric) OnGlobe() bool { return m == GEO || m == Haversine }

// Planar reports whether cities have two coordinates in a plane.
func (m Metric) Planar() bool { return m.usesDeltas() && m != EUC3D }

// Point returns the coordinates by which cities are searched: those of the city in the plane (z is 0) and in space; on the
// globe those on a sphere with radius 1 around the origin.
func (in *Instance) Point(city uint32) (x, y, z float64) {
	x, y = in.X[city], in.Y[city]
	switch in.Metric {
	case EUC3D:
		z = in.Z[city]
	case GEO:
		return globe.Point(globe.GEORadians(x), globe.GEORadians(y))
	case Haversine:
		return globe.Point(globe.Radians(x), globe.Radians(y))
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

// DistanceOfDeltas returns the distance of two cities in the plane or in space by their differences on the axes; dx and dy
// are not negative. It is monotonic in the size of each. For other metrics it returns -1.
//
// Explicit conversions round products. Without them a compiler may fuse a product with the following sum, and the rounded
// distance would depend on the CPU.
func (m Metric) DistanceOfDeltas(dx, dy, dz float64) int64 {
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
		return globe.GEOAtLeast(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
	case Haversine:
		return globe.AtLeast(in.Unit.Scale(), dx, dy, dz)
	}
	return in.Metric.DistanceOfDeltas(dx, dy, dz)
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

// Sectors returns the number of sectors around a city that [neighbour.Candidates] distinguishes: four quadrants in the plane and on the
// globe, eight octants in space, none with a matrix.
func (m Metric) Sectors() int {
	switch m {
	case Explicit, Pairs:
		return 0
	case EUC3D:
		return 8
	default:
		return 4
	}
}
