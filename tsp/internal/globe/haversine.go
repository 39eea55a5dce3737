package globe

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

const (
	// MeanRadius is the mean radius of WGS 84's ellipsoid in metres: (2a + b)/3 (Moritz, "Geodetic
	// Reference System 1980").
	MeanRadius = 6371008.8
	// MaxDecimals is the largest number of decimals of metres: coordinates as float64 are not more
	// exact.
	MaxDecimals = 6
)

// Point returns the point on a sphere with radius 1 at a latitude and a longitude in radians.
func Point(latitude, longitude float64) (x, y, z float64) {
	around := portable.Cos(latitude)
	return float64(around * portable.Cos(longitude)), float64(around * portable.Cos(longitude-math.Pi/2)),
		portable.Cos(latitude - math.Pi/2)
}

// Radians converts decimal degrees.
func Radians(degrees float64) float64 { return float64(degrees*math.Pi) / 180 }

// Arc returns the angle between two points of a sphere with radius 1 by the square of the chord
// between them. A quarter of the square is the haversine of the angle a: sin²(a/2) = h, and
// tan(a/2) = √(h/(1-h)). Near points lose no digits.
func Arc(squares float64) float64 {
	h := min(squares/4, 1)
	return float64(2 * portable.Atan(math.Sqrt(h/(1-h))))
}

// Grid computes distances on the globe in whole numbers, so that every device computes the same
// ones. A place is a point with whole coordinates on a sphere of 2^bits grid units around the
// origin.
//
// The arc is c·r(h) for a chord c, where h = (c/2R)² is the haversine of its angle and r(h) =
// arcsin(√h)/√h. The product with the steps of a grid unit is a 64-bit number with shift bits of
// fraction.
type Grid struct {
	bits       int    // of the radius R
	Multiplier uint32 // steps of a grid unit, times 2^shift: 2³⁰..2³¹-1
	Shift      uint   // 33 or more: devices add the half to the high word
}

// globeBits are the bits of the radius by the decimals of the unit. Distances of up to maxSteps
// steps have chords below 2^30.5 grid units, unless the cities lie all over the earth. A step has
// 27 grid units or more.
var globeBits = [MaxDecimals + 1]int{30, 31, 34, 38, 41, 44, 48}

// Point returns the grid coordinates of a point on a sphere with radius 1, modulo 2³².
func (g *Grid) Point(x, y, z float64) [3]uint32 {
	whole := func(v float64) uint32 { return uint32(int64(math.Round(math.Ldexp(v, g.bits)))) }
	return [3]uint32{whole(x), whole(y), whole(z)}
}

// halfCircle is π·2³⁰, rounded.
const halfCircle = 3_373_259_426

// Distance returns the distance of two points in steps. Beyond a right angle, which only places
// all over the earth have, it is half a circle less the distance to the antipode.
func (g *Grid) Distance(a, b *[3]uint32) int64 {
	const rightAngle = 1 << 61 // the square of its chord, with 30 bits of the radius
	squares := squareOf(a[0]-b[0]) + squareOf(a[1]-b[1]) + squareOf(a[2]-b[2])
	if squares < rightAngle {
		return g.rounded(g.arc(squares))
	}
	squares = squareOf(a[0]+b[0]) + squareOf(a[1]+b[1]) + squareOf(a[2]+b[2])
	return g.rounded(halfCircle*uint64(g.Multiplier) - g.arc(squares))
}

// squareOf returns the square of a difference modulo 2³², which is in -2³¹..2³¹.
func squareOf(difference uint32) uint64 {
	size := uint64(min(difference, -difference))
	return size * size
}

// rounded returns the whole number nearest to a number with fraction bits.
func (g *Grid) rounded(v uint64) int64 { return int64((v + 1<<(g.Shift-1)) >> g.Shift) }

// arc returns the steps, times 2^shift, of an arc by the square of its chord.
func (g *Grid) arc(squares uint64) uint64 {
	// The high word of squares is h·2³⁰ if the radius has 30 bits, and 4 times as much with each
	// further bit.
	h := uint32(squares>>32) >> g.HaversineShift() << 2
	excess := uint64(highProduct(arcSeries(h), h))
	m := uint64(g.Multiplier)
	return nearestRoot(squares) * (m + m*excess>>32)
}

// HaversineShift returns by how many bits h·2³⁰ is shifted in the high word of the square of a
// chord.
func (g *Grid) HaversineShift() uint32 { return uint32(min(2*g.bits-60, 31)) }

// arcSeries returns (r(h) - 1)/h for h in 0..1/2, where r(h) = arcsin(√h)/√h. Both numbers are
// multiples of 2⁻³². The polynomial has the least largest error of r, which is 2⁻³¹.
func arcSeries(h uint32) int32 {
	sum := int32(632360425)
	for _, coefficient := range [...]int32{-877628032, 724219321, -192041529, 159635363, 121527383, 192445756,
		322095472, 715828239} {
		sum = coefficient + highProduct(sum, h)
	}
	return sum
}

// highProduct returns a·b/2³², rounded down.
func highProduct(a int32, b uint32) int32 { return int32(int64(a) * int64(b) >> 32) }

// nearestRoot returns the whole number nearest to the square root of a number below 2⁶³.
func nearestRoot(square uint64) uint64 {
	root := uint64(math.Sqrt(float64(square))) // within 1
	if root*root > square {
		root--
	}
	if square-root*root > root {
		root++
	}
	return root
}

// NewGrid returns the grid of metres with 0..micrometres decimals.
func NewGrid(decimals int) Grid {
	const multiplierBits = 31
	steps := float64(MeanRadius * math.Pow10(decimals)) // of the radius
	_, exponent := math.Frexp(steps)
	g := Grid{bits: globeBits[min(max(decimals, 0), MaxDecimals)]}
	g.Multiplier = uint32(math.Round(math.Ldexp(steps, multiplierBits-exponent)))
	g.Shift = uint(g.bits + multiplierBits - exponent)
	return g
}

// AtLeast returns a lower bound of the distance in steps of two cities by differences of their
// points that are at most as large; steps is the number of steps of a metre.
func AtLeast(steps, dx, dy, dz float64) int64 {
	// The chord is shorter than the arc. Grid points are at most √3/2 grid units beside the cities
	// and the root is rounded by up to half of one: together less than 2.3, and a step has 27 or
	// more. All other errors are below 2⁻²⁹ of the distance.
	const relative, absolute = 1 - 1.0/(1<<28), 0.1
	chord := math.Sqrt(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
	return int64(max(float64(float64(MeanRadius*chord)*steps*relative)-absolute, 0) + 0.5)
}
