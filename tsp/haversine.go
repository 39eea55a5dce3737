package tsp

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// earthMeanRadius is the mean radius of WGS 84's ellipsoid in metres: (2a + b)/3 (Moritz, "Geodetic Reference System 1980").
const earthMeanRadius = 6371008.8

// globePoint returns the point on a sphere with radius 1 at a latitude and a longitude in radians.
func globePoint(latitude, longitude float64) (x, y, z float64) {
	around := portable.Cos(latitude)
	return float64(around * portable.Cos(longitude)), float64(around * portable.Cos(longitude-math.Pi/2)), portable.Cos(latitude - math.Pi/2)
}

// radians converts decimal degrees.
func radians(degrees float64) float64 { return float64(degrees*math.Pi) / 180 }

// arc returns the angle between two points of a sphere with radius 1 by the square of the chord between them. A quarter of the square is the
// haversine of the angle a: sin²(a/2) = h, and tan(a/2) = √(h/(1-h)). Near points lose no digits.
func arc(squares float64) float64 {
	h := min(squares/4, 1)
	return float64(2 * portable.Atan(math.Sqrt(h/(1-h))))
}

// haversine returns the distance in steps of two cities by the differences of their points.
func (u Unit) haversine(dx, dy, dz float64) int64 {
	squares := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
	return nint(u.steps(float64(earthMeanRadius * arc(squares))))
}

// haversineAtLeast returns a lower bound of haversine for differences that are at least as large.
func (u Unit) haversineAtLeast(dx, dy, dz float64) int64 {
	// The chord is shorter than the arc. Errors of rounding are below this part.
	const slack = 1 - 1e-12
	chord := math.Sqrt(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
	return nint(u.steps(float64(earthMeanRadius*chord)) * slack)
}
