package globe

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// GEORadius is the radius of the sphere of GEO, in kilometres.
const GEORadius = 6378.388

// GEODistance returns the distance in kilometres on a sphere with TSPLIB's constants and order of
// operations. TSPLIB adds 1 and truncates: two cities at one place are at distance 1.
func GEODistance(latI, lonI, latJ, lonJ float64) int64 {
	latI, lonI, latJ, lonJ = GEORadians(latI), GEORadians(lonI), GEORadians(latJ), GEORadians(lonJ)
	q1 := portable.Cos(lonI - lonJ)
	q2 := portable.Cos(latI - latJ)
	q3 := portable.Cos(latI + latJ)
	cosine := 0.5 * (float64((1+q1)*q2) - float64((1-q1)*q3))
	return int64(float64(GEORadius*portable.Acos(cosine)) + 1)
}

// GEOAtLeast returns a lower bound of GEODistance by the square of the chord between two points of
// a sphere with radius 1. The angle is 2·arcsin(c/2), and the series of the arcsine has positive
// terms only; two are enough for near cities.
func GEOAtLeast(squares float64) int64 {
	// An error of 2⁻⁵⁰ in the cosine of a small angle moves GEODistance by up to 0.3 m before it
	// is truncated.
	const slack = 0.001
	chord := math.Sqrt(squares)
	return int64(max(float64(GEORadius*(chord+float64(chord*squares)/24))-slack, 0)) + 1
}

// GEORadians converts DDD.MM, degrees and minutes, to radians. It truncates to whole degrees, and
// π has six decimals: the published optimal lengths hold for exactly this rule.
func GEORadians(v float64) float64 {
	const pi = 3.141592
	degrees := math.Trunc(v)
	minutes := v - degrees
	return float64(pi*(degrees+float64(5*minutes)/3)) / 180
}
