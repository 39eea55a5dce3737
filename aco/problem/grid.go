package problem

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// Grid is a grid of whole numbers over the plane, from which a device has most distances in a few operations; see
// shaders/include/grid.glsl.
type Grid struct {
	// Units make a length of 1. GridExact stands for whole coordinates, whose distances the grid has exactly, and GridNone for
	// none that is fine enough.
	Units uint32
	// Margin is how far a distance on the grid can be from the true one, in 256ths of a unit. Where rounding changes within
	// it, the grid does not tell.
	Margin uint32

	origin [2]float64 // the smallest coordinates
	scale  float64    // units of a coordinate's 1
}

// What Grid.Units can be other than a number of units.
const (
	GridNone  = glsl.GridNone
	GridExact = glsl.GridExact
)

const (
	// exactSpan bounds how far apart whole coordinates are by an axis. A Euclidean distance is then below 2²⁵, up to where the
	// float64 of it is on the same side of each half as the root itself: from ½ a whole number's root is at least 1/(8d + 4)
	// away, and the float64 at most 2⁻²⁹ from the root.
	exactSpan = 1 << 24
	// gridSpan bounds it in units: a sum by both axes and a root are then below 2³² with room for what rounding adds.
	gridSpan = 1 << 30
	// A remainder of units is a float of the device to 2⁻⁸ of a unit; with fewer units too few distances would be told.
	maxUnits, minUnits = 1 << 16, 64
	// rootMargin is for the device's root, in 256ths of a unit: of at least 31 units, the least that is near to where rounding
	// changes, it is off by less than 0.017, of longer ones by less. The remainder adds 2⁻⁸; what float64 rounds is far less.
	rootMargin  = 16
	maxDecimals = 4 // decimal places that a grid is tried for; with more, mostUnits are no longer enough
)

// newGrid returns the grid of which the least part of all distances is within the margin of a change: decimals of few places, which
// most coordinates are, lie on one of a power of ten times a power of two.
func newGrid(instance *tsp.Instance) Grid {
	if !inPlane(instance) {
		return Grid{}
	}
	axes := [2][]float64{instance.X, instance.Y}
	var g Grid
	span, whole := 0.0, instance.Metric != tsp.ATT
	for i, axis := range axes {
		most := math.Inf(-1)
		g.origin[i] = math.Inf(1)
		for _, v := range axis {
			g.origin[i], most = min(g.origin[i], v), max(most, v)
			whole = whole && v == math.Trunc(v)
		}
		span = max(span, most-g.origin[i])
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
		g.Units, g.scale = uint32(units), units
		if instance.Metric == tsp.ATT {
			g.scale *= math.Sqrt(0.1) // so that the root of the squares' tenth is that of the squares on the grid
		}
		// Each end of an edge is so far off by each axis, and a distance by MAN_2D by all four of these.
		g.Margin = rootMargin + uint32(math.Ceil(4*256*max(g.maxError(0, axes[0]), g.maxError(1, axes[1]))))
		if best.Units == GridNone || uint64(g.Margin)*uint64(best.Units) < uint64(best.Margin)*uint64(g.Units) {
			best = g
		}
	}
	return best
}

// coordinate returns where a coordinate lies.
func (g *Grid) coordinate(axis int, v float64) uint32 {
	return uint32(math.Round(float64((v - g.origin[axis]) * g.scale)))
}

// maxError returns how far, in units, coordinates are from their places at the most.
func (g *Grid) maxError(axis int, values []float64) float64 {
	most := 0.0
	for _, v := range values {
		exact := float64((v - g.origin[axis]) * g.scale)
		most = max(most, math.Abs(exact-math.Round(exact)))
	}
	return most
}
