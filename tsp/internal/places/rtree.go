package places

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	leafCities = 8 // cities of a box on the lowest level
	fanout     = 4 // boxes of the level below in a box
)

// Tree is an R-tree: cities in boxes, these in larger boxes, up to one box around all. The cities
// of a box follow one another along Hilbert's curve. So boxes are small and overlap little, even
// if cities are spread unevenly (Kamel and Faloutsos, "On Packing R-trees", CIKM 1993).
type Tree struct {
	Instance *tsp.Instance
	Cities   []uint32  // along the curve; the index of a city here is its place
	x, y, z  []float64 // by place, as of Instance.point; z is nil in the plane
	shared   bool      // x and y are the instance's, because its cities are numbered along the curve
	globe    bool      // the metric is on the globe

	lowerBound func(dx, dy, dz float64) int64 // of the instance

	Levels [][]box // from the lowest to the one with one box; none for a matrix
}

// box is a rectangle or, in space and on the globe, a cuboid around cities.
type box struct {
	minX, maxX, minY, maxY, minZ, maxZ float64

	first uint32 // the smallest of the cities
}

// NewTree makes the tree of one or more cities in the order of [Order].
func NewTree(in *tsp.Instance, cities []uint32) *Tree {
	n := len(cities)
	if in.Weights != nil {
		return &Tree{Instance: in, Cities: cities}
	}
	b := &Tree{Instance: in, Cities: cities, lowerBound: in.LowerBound(), globe: in.Metric.Geometry() == tsp.Globe}
	other := func(from, to int) int {
		for place := from; place < to; place++ {
			if cities[place] != uint32(place) {
				return place
			}
		}
		return -1
	}
	if b.shared = in.Metric.Geometry() == tsp.Plane && n == in.Dimension() && parallel.First(n, other) < 0; b.shared {
		b.x, b.y = in.X, in.Y
	} else {
		b.x, b.y = make([]float64, n), make([]float64, n)
	}
	if in.Metric.Geometry() != tsp.Plane {
		b.z = make([]float64, n)
	}
	if !b.shared {
		parallel.All(n, b.setPoint)
	}
	b.addLevel((n+leafCities-1)/leafCities, b.leaf)
	for l := 1; len(b.Levels[l-1]) > 1; l++ {
		b.addLevel((len(b.Levels[l-1])+fanout-1)/fanout, func(at int) box { return b.parent(l, at) })
	}
	return b
}

// setPoint copies the coordinates of the city at a place.
func (b *Tree) setPoint(place int) {
	x, y, z := b.Instance.Point(b.Cities[place])
	b.x[place], b.y[place] = x, y
	if b.z != nil {
		b.z[place] = z
	}
}

// addLevel adds a level with so many boxes.
func (b *Tree) addLevel(boxes int, boxAt func(at int) box) {
	level := make([]box, boxes)
	parallel.All(boxes, func(at int) { level[at] = boxAt(at) })
	b.Levels = append(b.Levels, level)
}

// leaf returns a box of the lowest level.
func (b *Tree) leaf(at int) box {
	all := box{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.MaxUint32}
	for place := at * leafCities; place < min((at+1)*leafCities, len(b.Cities)); place++ {
		x, y, z := b.x[place], b.y[place], 0.0
		if b.z != nil {
			z = b.z[place]
		}
		if !math.IsInf(x, 1) { // the city is not removed
			point := boxOf(x, y, z)
			point.first = b.Cities[place]
			all = all.union(point)
		}
	}
	return all
}

// parent returns the box on a level around boxes of the level below.
func (b *Tree) parent(level, at int) box {
	below := b.Levels[level-1]
	all := below[at*fanout]
	for _, child := range below[at*fanout+1 : min((at+1)*fanout, len(below))] {
		all = all.union(child)
	}
	return all
}

// boxOf returns the box around a point.
func boxOf(x, y, z float64) box { return box{minX: x, maxX: x, minY: y, maxY: y, minZ: z, maxZ: z} }

// union returns the box around two.
func (b box) union(c box) box {
	return box{
		min(b.minX, c.minX), max(b.maxX, c.maxX), min(b.minY, c.minY), max(b.maxY, c.maxY), min(b.minZ, c.minZ),
		max(b.maxZ, c.maxZ),
		min(b.first, c.first),
	}
}

// intersects reports whether two boxes have a point in common, borders included.
func (b *box) intersects(c *box) bool {
	return b.minX <= c.maxX && b.maxX >= c.minX && b.minY <= c.maxY && b.maxY >= c.minY && b.minZ <= c.maxZ &&
		b.maxZ >= c.minZ
}

// contains reports whether a point is in the box or on its border.
func (b *box) contains(x, y, z float64) bool {
	return x >= b.minX && x <= b.maxX && y >= b.minY && y <= b.maxY && z >= b.minZ && z <= b.maxZ
}
