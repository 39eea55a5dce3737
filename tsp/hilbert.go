package tsp

import (
	"math"
	"runtime"
)

// SpaceFilling returns the cities in the order in which Hilbert's curve passes them, those in one place by their numbers: an order in
// which near cities mostly have near numbers, and a tour that where cities are spread evenly is some four tenths longer than the
// shortest (after Platzman and Bartholdi, "Spacefilling Curves and the Planar Traveling Salesman Problem", Journal of the ACM 36,
// 1989, whose own curve makes a shorter tour). The curve is drawn over X and Y, on the globe over latitude and longitude, in a
// square of 2³² by 2³² cells around all cities. A matrix has no coordinates: its cities stay in order. It works on all processors.
func SpaceFilling(in *Instance) Tour {
	tour := make(Tour, 0, in.Dimension())
	for _, city := range curve(in) {
		tour = append(tour, int32(city))
	}
	return tour
}

// curve returns the cities in the order of [SpaceFilling].
func curve(in *Instance) []uint32 {
	n := in.Dimension()
	along := newPairs(n)
	for i := range along.values {
		along.values[i] = uint32(i)
	}
	if in.Metric == Explicit {
		return along.values
	}
	cells := newCells(in)
	inParts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city := from; city < to; city++ {
			along.keys[city] = hilbert(cells.of(in.X[city], in.Y[city]))
		}
	})
	return along.sorted().values
}

// cells cut the square around all cities into cells of which 32 bits number the columns and the rows.
type cells struct{ x, y, scale float64 }

func newCells(in *Instance) cells {
	minX, maxX, minY, maxY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, x := range in.X {
		minX, maxX = min(minX, x), max(maxX, x)
		minY, maxY = min(minY, in.Y[i]), max(maxY, in.Y[i])
	}
	// Where the square has no size, the largest number takes the place of an infinite one: it leaves 0 at 0.
	return cells{minX, minY, min(math.MaxUint32/max(maxX-minX, maxY-minY), math.MaxFloat64)}
}

func (c cells) of(x, y float64) (column, row uint32) {
	cell := func(v float64) uint32 { return uint32(min(v*c.scale, math.MaxUint32)) }
	return cell(x - c.x), cell(y - c.y)
}

// hilbert returns how many cells Hilbert's curve passes before it comes to one. From the largest squares to the smallest, it appends the
// quarter that the cell is in, as the curve passes them, and turns the quarter into the position of the whole (Warren, Hacker's
// Delight, 2nd edition, 2013, section 16-2).
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
