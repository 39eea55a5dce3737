package tsp

import (
	"math"
	"runtime"
)

// SpaceFilling returns the tour along Hilbert's space-filling curve. Cities that are close on the tour are close to each
// other. Where cities are spread evenly the tour is about 40% longer than the shortest (after Platzman and Bartholdi,
// "Spacefilling Curves and the Planar Traveling Salesman Problem", Journal of the ACM 36, 1989, whose curve makes a shorter
// tour).
//
// The curve is drawn over X and Y, for GEO over latitude and longitude, in a square of 2³² by 2³² cells around all cities.
// Cities in one cell are in the order of their numbers; so are all cities of a matrix. SpaceFilling uses all processors.
func SpaceFilling(in *Instance) Tour {
	tour := make(Tour, 0, in.Dimension())
	for _, city := range hilbertOrder(in) {
		tour = append(tour, int32(city))
	}
	return tour
}

// hilbertOrder returns the cities in the order of [SpaceFilling].
func hilbertOrder(in *Instance) []uint32 {
	n := in.Dimension()
	along := newPairs(n)
	for i := range along.values {
		along.values[i] = uint32(i)
	}
	if in.Metric == Explicit {
		return along.values
	}
	cells := newHilbertCells(in)
	inParts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city := from; city < to; city++ {
			along.keys[city] = hilbert(cells.of(in.X[city], in.Y[city]))
		}
	})
	return along.sorted().values
}

// hilbertCells divides the square around all cities into 2³² columns and rows.
type hilbertCells struct{ x, y, scale float64 }

func newHilbertCells(in *Instance) hilbertCells {
	minX, maxX, minY, maxY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, x := range in.X {
		minX, maxX = min(minX, x), max(maxX, x)
		minY, maxY = min(minY, in.Y[i]), max(maxY, in.Y[i])
	}
	// With all cities at one place the scale would be infinite, and 0 times infinity is not a number.
	return hilbertCells{minX, minY, min(math.MaxUint32/max(maxX-minX, maxY-minY), math.MaxFloat64)}
}

func (c hilbertCells) of(x, y float64) (column, row uint32) {
	cell := func(v float64) uint32 { return uint32(min(v*c.scale, math.MaxUint32)) }
	return cell(x - c.x), cell(y - c.y)
}

// hilbert returns the number of cells on Hilbert's curve before the given one. From the largest square to the smallest, it
// appends the index of the cell's quarter along the curve, then rotates that quarter into the orientation of the whole
// (Warren, Hacker's Delight, 2nd edition, 2013, section 16-2).
func hilbert(x, y uint32) uint64 {
	var along uint64
	for bit := 31; bit >= 0; bit-- {
		right, up := x>>bit&1, y>>bit&1
		along = along<<2 | uint64(3*right^up)
		lower := up - 1 // all bits, or none
		exchange, mirror := (x^y)&lower, -right&lower
		x, y = x^exchange^mirror, y^exchange^mirror
	}
	return along
}
