package tsp

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

const (
	leafCities = 8 // cities of a box on the lowest level
	fanout     = 4 // boxes of the level below in a box
)

// rTree is an R-tree: cities in boxes, these in larger boxes, up to one box around all. The cities of a box follow one
// another along Hilbert's curve. So boxes are small and overlap little, even if cities are spread unevenly (Kamel and
// Faloutsos, "On Packing R-trees", CIKM 1993).
type rTree struct {
	in      *Instance
	cities  []uint32  // along the curve; the index of a city here is its place
	x, y, z []float64 // by place, as of Instance.point; z is nil in the plane
	shared  bool      // x and y are those of the instance, because its cities are numbered along the curve
	levels  [][]box   // from the lowest to the one with one box; none for a matrix
}

// box is a rectangle or, in space and on the globe, a cuboid around cities.
type box struct {
	minX, maxX, minY, maxY, minZ, maxZ float64

	first uint32 // the smallest of the cities
}

// newRTree makes the tree of one or more cities in the order of [SpaceFilling].
func newRTree(in *Instance, cities []uint32) *rTree {
	n := len(cities)
	if in.Weights != nil {
		return &rTree{in: in, cities: cities}
	}
	b := &rTree{in: in, cities: cities}
	other := func(from, to int) int {
		for place := from; place < to; place++ {
			if cities[place] != uint32(place) {
				return place
			}
		}
		return -1
	}
	if b.shared = in.Metric.planar() && n == in.Dimension() && parallel.First(n, other) < 0; b.shared {
		b.x, b.y = in.X, in.Y
	} else {
		b.x, b.y = make([]float64, n), make([]float64, n)
	}
	if !in.Metric.planar() {
		b.z = make([]float64, n)
	}
	lowest := make([]box, (n+leafCities-1)/leafCities)
	parallel.Parts(len(lowest), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			lowest[i] = b.leaf(i*leafCities, min((i+1)*leafCities, n))
		}
	})
	b.levels = append(b.levels, lowest)
	for below := lowest; len(below) > 1; below = b.levels[len(b.levels)-1] {
		level := make([]box, (len(below)+fanout-1)/fanout)
		parallel.Parts(len(level), runtime.GOMAXPROCS(0), func(_, from, to int) {
			for i := from; i < to; i++ {
				children := below[i*fanout : min((i+1)*fanout, len(below))]
				level[i] = children[0]
				for _, other := range children[1:] {
					level[i] = level[i].union(other)
				}
			}
		})
		b.levels = append(b.levels, level)
	}
	return b
}

// leaf copies the coordinates of the cities at the places from..to-1, unless they are shared, and returns the box around them.
func (b *rTree) leaf(from, to int) box {
	all := box{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.MaxUint32}
	for place := from; place < to; place++ {
		city := b.cities[place]
		x, y, z := b.in.Point(city)
		if !b.shared {
			b.x[place], b.y[place] = x, y
		}
		if b.z != nil {
			b.z[place] = z
		}
		all = all.union(box{x, x, y, y, z, z, city})
	}
	return all
}

// union returns the box around two.
func (b box) union(c box) box {
	return box{
		min(b.minX, c.minX), max(b.maxX, c.maxX), min(b.minY, c.minY), max(b.maxY, c.maxY), min(b.minZ, c.minZ), max(b.maxZ, c.maxZ),
		min(b.first, c.first),
	}
}

// intersects reports whether two boxes have a point in common, borders included.
func (b *box) intersects(c *box) bool {
	return b.minX <= c.maxX && b.maxX >= c.minX && b.minY <= c.maxY && b.maxY >= c.minY && b.minZ <= c.maxZ && b.maxZ >= c.minZ
}

// contains reports whether a point is in the box or on its border.
func (b *box) contains(x, y, z float64) bool {
	return x >= b.minX && x <= b.maxX && y >= b.minY && y <= b.maxY && z >= b.minZ && z <= b.maxZ
}
