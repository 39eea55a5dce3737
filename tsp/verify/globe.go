package verify

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// radiusBits are the bits of the sphere's radius, by the decimals of the unit.
var radiusBits = [...]int{30, 31, 34, 38, 41, 44, 48}

// globePoint returns the point on a sphere with radius 1 of a place in decimal degrees.
func globePoint(latitude, longitude float64) [3]float64 {
	phi, lambda := float64(latitude*math.Pi)/180, float64(longitude*math.Pi)/180
	cosine := portable.Cos(phi)
	return [3]float64{float64(cosine * portable.Cos(lambda)), float64(cosine * portable.Cos(lambda-math.Pi/2)),
		portable.Cos(phi - math.Pi/2)}
}

// greatCircle returns the distance of two points in steps of metres with some decimals, by the
// definition in docs/units.md.
func greatCircle(decimals int, p, q [3]float64) float64 {
	var far, near uint64 // squares of the distance to q, and to its antipode
	for axis := range p {
		a, b := whole(p[axis], radiusBits[decimals]), whole(q[axis], radiusBits[decimals])
		far += uint64((a - b) * (a - b))
		if decimals == 0 {
			near += uint64((a + b) * (a + b))
		}
	}
	steps := 6_371_008.8 * math.Pow10(decimals) // of the radius
	scale := 0
	for ; steps < 1<<30; scale++ {
		steps *= 2
	}
	for ; steps >= 1<<31; scale-- {
		steps /= 2
	}
	factor, fraction := uint64(steps+0.5), radiusBits[decimals]+scale
	var product uint64
	if far>>61 == 0 {
		product = arc(far, factor, radiusBits[decimals])
	} else {
		const half = 3_373_259_426
		product = half*factor - arc(near, factor, radiusBits[decimals])
	}
	result := product >> fraction
	if product>>(fraction-1)&1 == 1 {
		result++
	}
	return float64(result)
}

// whole returns a coordinate in units of 2^-radius, rounded.
func whole(v float64, radius int) int64 {
	return int64(math.Round(float64(v * float64(uint64(1)<<radius))))
}

// arc returns the length of an arc in fractions of a step by the square of its chord.
func arc(square, factor uint64, radius int) uint64 {
	h := int64(square >> 32 >> min(2*radius-60, 31) * 4)
	series := [...]int64{715828239, 322095472, 192445756, 121527383, 159635363, -192041529, 724219321, -877628032,
		632360425}
	var sum int64
	for k := len(series) - 1; k >= 0; k-- {
		sum = series[k] + sum*h>>32
	}
	high, _ := bits.Mul64(factor<<32, uint64(sum*h>>32))
	return root(square) * (factor + high)
}

// root returns the square root of a number below 2⁶², rounded: the digits of twice the root, one
// by one.
func root(square uint64) uint64 {
	var twice uint64
	for bit := uint64(1) << 31; bit > 0; bit >>= 1 {
		if (twice|bit)*(twice|bit) <= 4*square {
			twice |= bit
		}
	}
	return (twice + 1) / 2
}
