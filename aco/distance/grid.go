package distance

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// Grid is an integer grid over the plane or in space. A device computes most distances on it in a
// few operations (shaders/include/grid.glsl).
type Grid struct {
	// Units is the number of grid units per unit of length. GridExact: coordinates are whole
	// numbers, and grid distances are exact. GridNone: no grid is fine enough.
	Units uint32
	// Margin is the largest error of a grid distance, in 256ths of a unit. If rounding is
	// ambiguous within it, the grid does not determine the distance.
	Margin uint32

	origin [3]float64 // the smallest coordinates
	scale  float64    // units of a coordinate's 1
}

// Special values of Grid.Units.
const (
	GridNone  = glsl.GridNone
	GridExact = glsl.GridExact
)

const (
	// exactSpan is the greatest extent of whole coordinates along an axis. Euclidean distances d
	// are then below 2²⁵, in space too, and a float64 root rounds to the same integer as the exact
	// root: the exact root is at least 1/(8d + 4) away from any half, and the float64 at most 2⁻²⁹
	// away from the exact root.
	exactSpan = 1 << 24
	// gridSpan is the greatest extent in grid units: sums of both axes and roots are then below
	// 2³², with room for rounding.
	gridSpan = 1 << 30
	// The device has the fraction of a distance as a float with an error of 2⁻⁸ units, which
	// limits maxUnits. With fewer than minUnits the grid determines too few distances.
	maxUnits, minUnits = 1 << 16, 64
	// rootMargin is the error of the device's square root, in 256ths of a unit. The root of 31
	// units, the shortest distance near a half, has an error below 0.017 units, longer ones less.
	// The fraction adds 2⁻⁸. The errors of float64 are much smaller.
	rootMargin  = 16
	maxDecimals = 4 // most decimal places of a grid; more do not fit maxUnits
)

// newGrid returns the grid with the least share of ambiguous distances. Most coordinates are
// decimals of few places, which lie exactly on a grid of a power of ten times a power of two.
func newGrid(instance *tsp.Instance) Grid {
	var axes [][]float64
	switch {
	case instance.Metric.Geometry() == tsp.Plane:
		axes = [][]float64{instance.X, instance.Y}
	case instance.Metric.Geometry() == tsp.Space:
		axes = [][]float64{instance.X, instance.Y, instance.Z}
	default:
		return Grid{}
	}
	var g Grid
	scale := rowOf(instance.Metric).scale
	span, whole := 0.0, scale == 1
	for i, axis := range axes {
		least, most := parallel.Range(axis)
		g.origin[i], span, whole = least, max(span, most-least), whole && areWhole(axis)
	}
	if whole && span <= exactSpan {
		g.Units, g.scale = GridExact, 1
		return g
	}
	best := g
	for places := range maxDecimals + 1 {
		units := math.Pow10(places)
		for 2*units <= maxUnits && 2*units*span <= gridSpan {
			units *= 2
		}
		if units < minUnits || units*span > gridSpan {
			continue
		}
		g.Units, g.scale = uint32(units), units*scale
		// Both ends of an edge have an error along each axis. A MAN_2D distance adds all four; in
		// space the error is up to 2·√3 times as large.
		var most float64
		for i, axis := range axes {
			most = max(most, g.maxError(i, axis))
		}
		g.Margin = rootMargin + uint32(math.Ceil(4*256*most))
		if best.Units == GridNone || uint64(g.Margin)*uint64(best.Units) < uint64(best.Margin)*uint64(g.Units) {
			best = g
		}
	}
	return best
}

// areWhole reports whether all values are whole numbers. It uses all processors.
func areWhole(axis []float64) bool {
	return parallel.First(len(axis), func(from, to int) int {
		for i, v := range axis[from:to] {
			if v != math.Trunc(v) {
				return from + i
			}
		}
		return -1
	}) < 0
}

// coordinate returns the grid coordinate of a value.
func (g *Grid) coordinate(axis int, v float64) uint32 {
	return uint32(math.Round(float64((v - g.origin[axis]) * g.scale)))
}

// maxError returns the largest distance, in units, between a coordinate and its grid coordinate.
func (g *Grid) maxError(axis int, values []float64) float64 {
	most := 0.0
	for _, v := range values {
		exact := float64((v - g.origin[axis]) * g.scale)
		most = max(most, math.Abs(exact-math.Round(exact)))
	}
	return most
}
