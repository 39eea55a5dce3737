package tsp

import (
	"math"
	"runtime"
)

const (
	boxCities   = 8 // of a box on the lowest level
	boxChildren = 4 // boxes of the level below in a box
)

// boxes have cities in boxes, and those in larger boxes, up to one around all. What is in a box follows one another along Hilbert's
// curve, so that boxes are small and overlap little, however unevenly the cities are spread (Kamel and Faloutsos, "On Packing
// R-trees", CIKM 1993).
type boxes struct {
	in      *Instance
	cities  []uint32 // in the order of their places, below
	x, y, z []float64
	levels  [][]box // the lowest first; the last has one box. None where the metric is not one of the plane or space
}

// box is around cities of which first is the smallest number.
type box struct {
	minX, maxX, minY, maxY float64
	first                  uint32
}

// newBoxes packs cities, at least one, that come in the order of [SpaceFilling].
func newBoxes(in *Instance, cities []uint32) *boxes {
	n := len(cities)
	if !in.Metric.isStraight() {
		return &boxes{in: in, cities: cities}
	}
	b := &boxes{in: in, cities: cities, x: make([]float64, n), y: make([]float64, n)}
	if in.Metric == EUC3D {
		b.z = make([]float64, n)
	}
	lowest := make([]box, (n+boxCities-1)/boxCities)
	inParts(len(lowest), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			lowest[i] = b.around(i*boxCities, min((i+1)*boxCities, n))
		}
	})
	b.levels = append(b.levels, lowest)
	for below := lowest; len(below) > 1; below = b.levels[len(b.levels)-1] {
		level := make([]box, 0, (len(below)+boxChildren-1)/boxChildren)
		for i := 0; i < len(below); i += boxChildren {
			all := below[i]
			for _, other := range below[i+1 : min(i+boxChildren, len(below))] {
				all = all.and(other)
			}
			level = append(level, all)
		}
		b.levels = append(b.levels, level)
	}
	return b
}

// around copies the coordinates of the cities at some places, at least one, and returns the box around them.
func (b *boxes) around(from, to int) box {
	all := box{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.MaxUint32}
	for place := from; place < to; place++ {
		city := b.cities[place]
		x, y := b.in.X[city], b.in.Y[city]
		b.x[place], b.y[place] = x, y
		if b.z != nil {
			b.z[place] = b.in.Z[city]
		}
		all = all.and(box{x, x, y, y, city})
	}
	return all
}

// and returns the box around two.
func (b box) and(c box) box {
	return box{min(b.minX, c.minX), max(b.maxX, c.maxX), min(b.minY, c.minY), max(b.maxY, c.maxY), min(b.first, c.first)}
}

// meets reports whether two boxes, borders included, have a point in common.
func (b *box) meets(c *box) bool {
	return b.minX <= c.maxX && b.maxX >= c.minX && b.minY <= c.maxY && b.maxY >= c.minY
}

// has reports whether a point is in a box or on its border.
func (b *box) has(x, y float64) bool { return x >= b.minX && x <= b.maxX && y >= b.minY && y <= b.maxY }
