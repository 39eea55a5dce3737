// Package layout draws the places of cities whose distances are hard to compute.
package layout

import (
	"math"
	"math/rand/v2"
)

// A Layout places the cities of an instance. z is for cities in space alone. On the globe x and y are
// degrees.
type Layout func(random *rand.Rand, x, y, z []float64)

// EachCity returns the layout that places cities one by one.
func EachCity(place func(random *rand.Rand, city int) (x, y, z float64)) Layout {
	return func(random *rand.Rand, x, y, z []float64) {
		for city := range x {
			x[city], y[city], z[city] = place(random, city)
		}
	}
}

// Planar are layouts in the plane whose distances float64 rounds, or almost rounds.
var Planar = map[string]Layout{
	"magnitudes": func(random *rand.Rand, x, y, _ []float64) { // binary digits of all magnitudes
		lowest := -60 - random.IntN(240)
		for i := range x {
			x[i], y[i] = magnitude(random, lowest), magnitude(random, lowest)
		}
	},
	"similar": func(random *rand.Rand, x, y, _ []float64) { // binary digits of similar magnitudes
		lowest := 28 - random.IntN(40)
		for i := range x {
			x[i], y[i] = magnitude(random, lowest-3), magnitude(random, lowest-random.IntN(3))
		}
	},
	// Distances are multiples of ½, from decimal coordinates: in float64 they are slightly more or
	// less.
	"halves": func(random *rand.Rand, x, y, _ []float64) {
		half := [][3]float64{{5, 0, 10}, {3, 4, 10}, {14, 48, 100}, {176, 468, 1000},
			{2688, 4216, 10_000}}[random.IntN(5)]
		fromX, fromY := math.Round(random.Float64()*half[2]*1e6), math.Round(random.Float64()*half[2]*1e6)
		most := 1 + random.IntN(int(math.Pow10(2+random.IntN(7))))
		for i := range x {
			halves := float64(random.IntN(most))
			x[i], y[i] = (fromX+halves*half[0])/half[2], (fromY-halves*half[1])/half[2]
		}
	},
	// Distances are a half less slightly more than half of its last binary digit: float64 rounds
	// them to a number below the half.
	"below-halves": func(random *rand.Rand, x, y, _ []float64) {
		exponent := 1 + random.IntN(20)
		for i := range x {
			x[i] = math.Ldexp(1+math.Ldexp(1, -1-random.IntN(30)), exponent-53)
			if i%2 == 0 {
				x[i] = float64(int(1)<<exponent+random.IntN(int(1)<<exponent)) + 0.5
			}
		}
	},
	// The first 64 binary digits of the square of 40.79 are halfway between two float64 numbers;
	// the others are not 0.
	"squares-halfway": func(random *rand.Rand, x, y, _ []float64) {
		for i := 1; i < len(x); i += 2 {
			x[i] = 40.79
			half := 41.5 + float64(random.IntN(30))
			y[i] = math.Sqrt(half*half - x[i]*x[i])
			for range random.IntN(8) {
				y[i] = math.Nextafter(y[i], 0)
			}
		}
	},
	// Steps of h and √h give the distance of whole numbers that is closest below h + ½. From h =
	// 2²⁵ on, float64 rounds it up to h + ½.
	"closest-halves": func(random *rand.Rand, x, y, _ []float64) {
		largest := 1 + random.IntN(8000)
		for i := 1; i < len(x); i++ {
			t := float64(1 + random.IntN(largest))
			x[i], y[i] = stepTowardsZero(x[i-1], 4*t*t), stepTowardsZero(y[i-1], 2*t)
		}
	},
	// Squares close to the squares of whole numbers and of halves, of all sizes for which a grid
	// of whole numbers is exact.
	"close-to-whole": func(random *rand.Rand, x, y, _ []float64) {
		side := 1 << (1 + random.IntN(24))
		for i := 1; i < len(x); i++ {
			legs := [][2]float64{{3, 4}, {5, 12}, {20, 21}, {1, 0}, {1, 1}, {1, 3}}[random.IntN(6)]
			k := math.Floor(random.Float64() * float64(side) / 25)
			x[i] = stepTowardsZero(x[i-1], k*legs[0]+float64(random.IntN(3)))
			y[i] = stepTowardsZero(y[i-1], k*legs[1]+float64(random.IntN(3)))
		}
	},
	// The largest extent for which a grid is exact, or one more.
	"largest-grid": func(random *rand.Rand, x, y, _ []float64) {
		from, side := float64(random.IntN(1000)), float64(1<<24+random.IntN(2))
		for i := range x {
			x[i], y[i] = from+side*float64(random.IntN(2)), from+float64(random.IntN(1<<24))
		}
	},
}

// magnitude draws a number of either sign with random binary digits, of 2^lowest or more.
func magnitude(random *rand.Rand, lowest int) float64 {
	v := math.Ldexp(1+random.Float64(), lowest+random.IntN(29-lowest))
	if random.IntN(2) == 0 {
		v = -v
	}
	return min(max(v, -MaxCoordinate), MaxCoordinate)
}

// MaxCoordinate is the largest coordinate, of either sign, that package tsp takes.
const MaxCoordinate = 500_000_000

// stepTowardsZero steps towards 0 or across it, so that a walk stays close to it.
func stepTowardsZero(at, step float64) float64 {
	if at > 0 {
		return at - step
	}
	return at + step
}

// Space are layouts in space, on an exact grid and on a grid with a margin.
var Space = map[string]Layout{
	"space": EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		return float64(random.IntN(1 << 24)), float64(random.IntN(1 << 24)), float64(random.IntN(1 << 24))
	}),
	"corners": EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		corner := func() float64 { return min(float64(random.IntN(2)<<24+random.IntN(2)), 1<<24) }
		return corner(), corner(), corner()
	}),
	"decimals-in-space": EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		return float64(random.IntN(1e6)) / 100, float64(random.IntN(1e6)) / 100, float64(random.IntN(1e6)) / 100
	}),
}

// Globe are layouts on the globe.
var Globe = map[string]Layout{
	"earth": EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		return 180*random.Float64() - 90, 360*random.Float64() - 180, 0
	}),
	"minutes": EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		return 47 + float64(random.IntN(60))/100, 8 + float64(random.IntN(60))/100, 0
	}),
}
