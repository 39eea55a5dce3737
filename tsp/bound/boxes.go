package bound

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	leafCities = 8 // cities of a box on the lowest level
	fanout     = 4 // boxes of the level below in a box

	mixed = math.MaxUint32 // the label of a box with cities of several components
)

// boxes is a tree of boxes around cities. The cities of a box follow one another along a curve.
type boxes struct {
	levels     [][]box                        // from the lowest to the one with one box
	lowerBound func(dx, dy, dz float64) int64 // of the instance
}

// box is a cuboid around the points of some cities.
type box struct {
	min, max [3]float64

	lightest  int64  // the smallest weight of a city
	component uint32 // of all its cities, or mixed
}

// newBoxes returns the boxes of an instance whose cities are in the order of a curve, with the
// weights of cities.
func newBoxes(in *tsp.Instance, weights []int64) *boxes {
	n := in.Dimension()
	b := &boxes{lowerBound: in.LowerBound()}
	lowest := make([]box, (n+leafCities-1)/leafCities)
	parallel.All(len(lowest), func(i int) {
		lowest[i] = empty()
		for city := i * leafCities; city < min((i+1)*leafCities, n); city++ {
			x, y, z := in.Point(uint32(city))
			point := [3]float64{x, y, z}
			lowest[i].include(&box{min: point, max: point, lightest: weights[city]})
		}
	})
	b.levels = append(b.levels, lowest)
	for below := lowest; len(below) > 1; below = b.levels[len(b.levels)-1] {
		level := make([]box, (len(below)+fanout-1)/fanout)
		for i := range level {
			level[i] = empty()
			for k := i * fanout; k < min((i+1)*fanout, len(below)); k++ {
				level[i].include(&below[k])
			}
		}
		b.levels = append(b.levels, level)
	}
	return b
}

func empty() box {
	least, most := math.Inf(-1), math.Inf(1)
	return box{min: [3]float64{most, most, most}, max: [3]float64{least, least, least}, lightest: math.MaxInt64}
}

func (b *box) include(c *box) {
	for axis := range b.min {
		b.min[axis], b.max[axis] = min(b.min[axis], c.min[axis]), max(b.max[axis], c.max[axis])
	}
	b.lightest = min(b.lightest, c.lightest)
}

// label sets the component of each box.
func (b *boxes) label(components []uint32) {
	lowest := b.levels[0]
	for i := range lowest {
		at := components[i*leafCities : min((i+1)*leafCities, len(components))]
		lowest[i].component = at[0]
		for _, component := range at[1:] {
			if component != at[0] {
				lowest[i].component = mixed
			}
		}
	}
	for l, level := range b.levels[1:] {
		below := b.levels[l]
		for i := range level {
			level[i].component = below[i*fanout].component
			for k := i*fanout + 1; k < min((i+1)*fanout, len(below)); k++ {
				if below[k].component != level[i].component {
					level[i].component = mixed
				}
			}
		}
	}
}

// firstCity returns the smallest of the cities in a box.
func (b *boxes) firstCity(at level) uint32 {
	first := at.at * leafCities
	for range at.level {
		first *= fanout
	}
	return uint32(first)
}

// apart returns a lower bound of the distances between the cities of two boxes. Differences of
// floating-point numbers are rounded monotonically, so that the gap between the boxes on an axis
// does not exceed the difference of any two cities.
func (b *boxes) apart(p, q *box) int64 {
	var gap [3]float64
	for axis := range gap {
		gap[axis] = max(q.min[axis]-p.max[axis], p.min[axis]-q.max[axis], 0)
	}
	return b.lowerBound(gap[0], gap[1], gap[2])
}
