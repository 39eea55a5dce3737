package tsp

import (
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// known reports whether this package supports the metric.
func (m Metric) known() bool {
	switch m {
	case EUC2D, CEIL2D, MAN2D, MAX2D, EUC3D, GEO, ATT, Explicit:
		return true
	}
	return false
}

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

// largest returns the size of the largest coordinate of the metric on an axis (0, 1 or 2).
func (m Metric) largest(axis int) float64 {
	switch {
	case m == Explicit:
		return math.MaxFloat64
	case m == GEO && axis == 0:
		return 90
	case m == GEO:
		return 360
	}
	return maxCoordinate
}

// coordinateFault says why v is no coordinate of the metric on an axis (0, 1 or 2), or "".
func (m Metric) coordinateFault(axis int, v float64) string {
	largest := m.largest(axis)
	switch {
	case math.Abs(v) <= largest:
		return ""
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Sprintf("coordinate %v is not finite", v)
	case m == GEO:
		return fmt.Sprintf("%s %v is outside -%v..%v", [...]string{"latitude", "longitude"}[axis], v, largest, largest)
	}
	return fmt.Sprintf("coordinate %v is outside ±%d: distances could exceed 32 bits; scale the instance down",
		v, maxCoordinate)
}

// Distance returns the distance from city i to city j (0..n-1) by TSPLIB's rules, 0..2³¹-1. A city is at distance 0
// from itself, whatever the diagonal of an explicit matrix says. The result is -1 for a metric that Validate refuses.
//
// Products are rounded by explicit conversions: otherwise a compiler may fuse them with the sum that follows, and a
// distance near a half would be rounded up on one CPU and down on another.
func (in *Instance) Distance(i, j int) int64 {
	if i == j {
		return 0
	}
	if in.Metric == Explicit {
		return int64(in.Weights[i*in.Dimension()+j])
	}
	if in.Metric == GEO {
		return geoDistance(in.X[i], in.Y[i], in.X[j], in.Y[j])
	}
	dz := 0.0
	if in.Metric == EUC3D {
		dz = in.Z[i] - in.Z[j]
	}
	return in.Metric.straight(math.Abs(in.X[i]-in.X[j]), math.Abs(in.Y[i]-in.Y[j]), dz)
}

// isStraight reports whether straight has the distances.
func (m Metric) isStraight() bool { return m != Explicit && m != GEO }

// straight is the distance in the plane or in space of two cities that are dx, dy ≥ 0 and dz apart by the axes. It
// never falls when one of these grows in size.
func (m Metric) straight(dx, dy, dz float64) int64 {
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

// nint is TSPLIB's rounding of a distance (never negative) to the nearest whole number, halves up.
func nint(x float64) int64 { return int64(x + 0.5) }

// attDistance is the pseudo-Euclidean distance of att48 and att532: √(squares/10), rounded to nearest, plus 1 where
// that rounded down.
func attDistance(squares float64) int64 {
	exact := math.Sqrt(squares / 10)
	rounded := nint(exact)
	if float64(rounded) < exact {
		rounded++
	}
	return rounded
}

// geoDistance is the distance in kilometres on TSPLIB's idealised sphere, by its own constants and order of
// operations. It ends in "plus one, cut off": two cities in one place are 1 apart.
func geoDistance(latI, lonI, latJ, lonJ float64) int64 {
	const earthRadius = 6378.388
	latI, lonI, latJ, lonJ = geoRadians(latI), geoRadians(lonI), geoRadians(latJ), geoRadians(lonJ)
	q1 := portable.Cos(lonI - lonJ)
	q2 := portable.Cos(latI - latJ)
	q3 := portable.Cos(latI + latJ)
	cosine := 0.5 * (float64((1+q1)*q2) - float64((1-q1)*q3))
	return int64(float64(earthRadius*portable.Acos(cosine)) + 1)
}

// geoRadians reads DDD.MM as degrees and minutes. The degrees are cut off towards zero, not rounded, and π has six
// decimals: the published optimal lengths hold under exactly this rule.
func geoRadians(v float64) float64 {
	const pi = 3.141592
	degrees := math.Trunc(v)
	minutes := v - degrees
	return float64(pi*(degrees+float64(5*minutes)/3)) / 180
}
