package distance

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// globeGrid is the grid of points on the globe.
func globeGrid() Grid {
	const radius = tsp.EarthRadius * glsl.UnitsPerKm // in grid units; below 2²⁹
	return Grid{Units: glsl.UnitsPerKm, origin: [3]float64{-1, -1, -1}, scale: radius}
}

// chordMargin is more than the largest difference, in grid units, between the chord on the grid
// and the chord of the angle that [tsp.Instance.Distance] computes.
//
// A grid coordinate is rounded by up to 1/2, so that a chord is off by up to √3 units. The points
// have an error of 2⁻⁴⁹, on the grid 10⁻⁶. Distance computes a cosine with an error of up to 2⁻⁴⁷:
// the angles have errors of up to 2⁻⁵⁰ because they are up to 4π, and there are three cosines. So
// the angle a has an error of 2⁻⁴⁷/sin a + 2⁻⁴⁸a. From 1 km, the first boundary, to 19,400 km,
// where the device stops to use chords, this is at most 0.02 units. Together the difference is
// below 1.76 units.
const chordMargin = 2

// boundaries returns where distances change. For each whole number k of kilometres it has two
// squares of chords, in grid units: below the first the distance is at most k; from the second on
// it is at least k + 1. In between the chord leaves the rounding open. Distances are rounded up,
// and cities in one place are at distance 1. So nothing is below boundary 0. The device uses a
// boundary only for arcs within 1 km of it.
func boundaries() []uint32 {
	words := make([]uint32, groupWords*glsl.Boundaries)
	diameter := float64(2 * tsp.EarthRadius * glsl.UnitsPerKm)
	for k := 1; k < glsl.Boundaries; k++ {
		chord := diameter * math.Sin(min(float64(k)/(2*tsp.EarthRadius), math.Pi/2))
		low, high := chord-chordMargin, chord+chordMargin
		glsl.PutUint64(words[groupWords*k:], uint64(math.Floor(low*low)))
		glsl.PutUint64(words[groupWords*k+2:], uint64(math.Ceil(high*high)))
	}
	return words
}
