package construct

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// points are the points of an instance's cities.
type points struct {
	at         [][3]float64                   // by city; nil: a matrix
	lowerBound func(dx, dy, dz float64) int64 // of the instance
}

func newPoints(in *tsp.Instance) points {
	p := points{lowerBound: in.LowerBound()}
	if in.Weights != nil {
		return p
	}
	p.at = make([][3]float64, in.Dimension())
	parallel.All(len(p.at), func(city int) { p.at[city][0], p.at[city][1], p.at[city][2] = in.Point(uint32(city)) })
	return p
}

// of returns the point of a city, 0 without coordinates.
func (p *points) of(city int32) [3]float64 {
	if p.at == nil {
		return [3]float64{}
	}
	return p.at[city]
}

// atLeast returns a lower bound of the distances from a city to all other cities in a box: 0 without
// coordinates and if one may be the city outside a path.
func (p *points) atLeast(city int32, b *box) int64 {
	if int(city) >= len(p.at) || math.IsInf(b.min[0], -1) {
		return 0
	}
	var apart [3]float64
	for axis, v := range p.at[city] {
		apart[axis] = max(b.min[axis]-v, v-b.max[axis], 0)
	}
	return p.lowerBound(apart[0], apart[1], apart[2])
}

// box is around the points of some units.
type box struct {
	min, max [3]float64
	first    int32 // the smallest unit; noUnit: none is left
}

// noUnit is above all units.
const noUnit = math.MaxInt32

var (
	// emptyBox has no unit.
	emptyBox = box{min: everywhere.max, max: everywhere.min, first: noUnit}
	// everywhere has all points.
	everywhere = box{
		min: [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)},
		max: [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)},
	}
)

// add makes the box contain a point.
func (b *box) add(point [3]float64) {
	for axis, v := range point {
		b.min[axis], b.max[axis] = min(b.min[axis], v), max(b.max[axis], v)
	}
}

// join makes the box contain another one.
func (b *box) join(other *box) {
	for axis := range b.min {
		b.min[axis], b.max[axis] = min(b.min[axis], other.min[axis]), max(b.max[axis], other.max[axis])
	}
	b.first = min(b.first, other.first)
}

const (
	leafUnits = 8 // of a box on the lowest level
	fanout    = 4 // boxes of the level below in a box
)

// unitTree is an R-tree of units that can be removed. Units in a box follow one another along
// Hilbert's curve (Kamel and Faloutsos, "On Packing R-trees", CIKM 1993).
type unitTree struct {
	boxes  []box    // along the curve; empty: the unit is removed
	place  []uint32 // by unit: the index of its box
	levels [][]box  // from the lowest to the one with one box
}

// newUnitTree makes the tree of units 0 to n-1, given in their order along the curve.
func newUnitTree(units []uint32, boxOf func(unit int32) box) *unitTree {
	t := &unitTree{make([]box, len(units)), make([]uint32, len(units)), nil}
	for at, unit := range units {
		t.place[unit], t.boxes[at] = uint32(at), boxOf(int32(unit))
	}
	for below := t.boxes; t.levels == nil || len(below) > 1; below = t.levels[len(t.levels)-1] {
		size := fanout
		if t.levels == nil {
			size = leafUnits
		}
		level := make([]box, max((len(below)+size-1)/size, 1))
		for at := range level {
			level[at] = around(below, at*size, size)
		}
		t.levels = append(t.levels, level)
	}
	return t
}

// around returns the box around some boxes from one on.
func around(boxes []box, first, count int) box {
	all := emptyBox
	for at := first; at < min(first+count, len(boxes)); at++ {
		all.join(&boxes[at])
	}
	return all
}

// has reports whether a unit is not removed.
func (t *unitTree) has(unit int32) bool { return t.boxes[t.place[unit]].first == unit }

// remove removes a unit.
func (t *unitTree) remove(unit int32) {
	at := int(t.place[unit])
	t.boxes[at] = emptyBox
	below, size := t.boxes, leafUnits
	for _, level := range t.levels {
		at /= size
		b := around(below, at*size, size)
		if level[at] == b {
			return
		}
		level[at] = b
		below, size = level, fanout
	}
}

// subtree is a box of a level. Its bound is at most the bound of a box in it.
type subtree struct {
	bound     int64
	level, at int32
}

// search calls use for the units in boxes that are good, the least bound first, of equal ones the
// first. What is good may get less.
func (t *unitTree) search(bound func(*box) (least int64, good bool), use func(unit int32)) {
	var room [32]subtree
	stack := append(room[:0], subtree{0, int32(len(t.levels)) - 1, 0})
	for len(stack) > 0 {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		b := &t.levels[next.level][next.at]
		if b.first == noUnit {
			continue
		}
		if _, good := bound(b); !good {
			continue
		}
		if next.level == 0 {
			for i := range t.boxes[next.at*leafUnits : min((next.at+1)*leafUnits, int32(len(t.boxes)))] {
				if unit := t.boxes[int(next.at)*leafUnits+i].first; unit != noUnit {
					use(unit)
				}
			}
			continue
		}
		below, bottom := t.levels[next.level-1], len(stack)
		for at := next.at * fanout; at < min((next.at+1)*fanout, int32(len(below))); at++ {
			if below[at].first == noUnit {
				continue
			}
			least, good := bound(&below[at])
			if !good {
				continue
			}
			stack = append(stack, subtree{least, next.level - 1, at})
			for i := len(stack) - 1; i > bottom && stack[i-1].bound <= least; i-- {
				stack[i], stack[i-1] = stack[i-1], stack[i]
			}
		}
	}
}
