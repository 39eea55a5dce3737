package generate

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	oneWayKind = "oneway"
	// shortestBlock and blockLengths bound the lengths of the blocks of a street: 100..199.
	shortestBlock, blockLengths = 100, 100
	// noRoute is longer than all routes, as the matrix has at most 46,340 crossings. Twice as much
	// fits 32 bits.
	noRoute = 1 << 29
)

// streets are the streets between the crossings of a grid.
type streets struct {
	columns int
	// blocks has, by direction and crossing, the length of the block that begins there; noRoute if
	// none may be driven.
	blocks [4][]int32
}

// The directions of blocks.
const (
	right = iota
	down
	left
	up
)

// oneWay returns the lengths of the shortest routes between the n crossings of a street grid as
// close to a square as n allows. Every second street is one-way, in a random direction, except for
// the first and the last two of each direction: so routes lead from each crossing to all others.
func oneWay(name string, n int, seed int64) *tsp.Instance {
	k, s := newKnuth(seed), newStreets(n)
	rows := (n + s.columns - 1) / s.columns
	for axis, count := range [2]int{rows, s.columns} {
		allowed := make([][2]bool, count) // by street: whether cars may drive it forwards and backwards
		for street := range allowed {
			allowed[street] = [2]bool{true, true}
			if forwards := k.below(2); street%2 == 1 && street < count-2 {
				allowed[street][forwards] = false
			}
		}
		s.build(k, axis, allowed)
	}
	in := &tsp.Instance{Name: name, Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, n*n)}
	// The context does not end.
	_ = parallel.Batches(context.Background(), n, func(from, to int) {
		r := newRoutes(s)
		for city := from; city < to; city++ {
			r.find(city, in.Weights[city*n:][:n])
		}
	})
	return in
}

func newStreets(n int) *streets {
	s := &streets{columns: int(math.Ceil(math.Sqrt(float64(n))))}
	for direction := range s.blocks {
		s.blocks[direction] = slices.Repeat([]int32{noRoute}, n)
	}
	return s
}

// build draws the blocks along one axis: right or down, and back.
func (s *streets) build(k *knuth, axis int, allowed [][2]bool) {
	for from := range s.blocks[axis] {
		street, next := from/s.columns, from+1
		if axis == down {
			street, next = from%s.columns, from+s.columns
		}
		if next >= len(s.blocks[axis]) || axis == right && next%s.columns == 0 {
			continue
		}
		length := int32(shortestBlock + k.below(blockLengths))
		if allowed[street][0] {
			s.blocks[axis][from] = length
		}
		if allowed[street][1] {
			s.blocks[axis+2][next] = length
		}
	}
}

// row returns the part of a list by crossing that belongs to a row.
func (s *streets) row(list []int32, row int) []int32 {
	return list[row*s.columns : min((row+1)*s.columns, len(list))]
}

// routes finds shortest routes by sweeps over the rows of the grid, down and up in turn. A route
// within a row has one direction, so one pass in each direction finds it. A sweep computes a row
// again only if the row before it has changed: few routes turn between up and down more than
// twice.
type routes struct {
	*streets
	lengths      []int32 // by crossing
	downOf, upOf []bool  // by row: whether it has changed since the row below it, or above it, was computed from it
}

func newRoutes(s *streets) *routes {
	rows := (len(s.blocks[down]) + s.columns - 1) / s.columns
	return &routes{streets: s, downOf: make([]bool, rows), upOf: make([]bool, rows)}
}

// find writes the length of the shortest route from a crossing to each crossing.
func (r *routes) find(from int, lengths []int32) {
	for i := range lengths {
		lengths[i] = noRoute
	}
	r.lengths, lengths[from] = lengths, 0
	r.alongRow(from / r.columns)
	last := len(r.downOf) - 1
	r.downOf[last], r.upOf[0] = false, false
	for slices.Contains(r.downOf, true) || slices.Contains(r.upOf, true) {
		for row := range last {
			if r.downOf[row] {
				r.downOf[row] = false
				r.toRow(row, row+1, down)
			}
		}
		for row := last; row > 0; row-- {
			if r.upOf[row] {
				r.upOf[row] = false
				r.toRow(row, row-1, up)
			}
		}
		r.downOf[last], r.upOf[0] = false, false // no rows follow
	}
}

// toRow shortens routes that reach a row from a row beside it.
func (r *routes) toRow(from, to, direction int) {
	target := r.row(r.lengths, to)
	source, blocks := r.row(r.lengths, from), r.row(r.blocks[direction], from)
	width, gain := min(len(source), len(target)), int32(0)
	target, source, blocks = target[:width], source[:width], blocks[:width]
	for i, before := range target {
		target[i] = min(before, source[i]+blocks[i])
		gain |= before - target[i]
	}
	if gain != 0 {
		r.alongRow(to)
	}
}

// alongRow shortens routes within a row that has changed.
func (r *routes) alongRow(row int) {
	lengths := r.row(r.lengths, row)
	blocks := r.row(r.blocks[right], row)[:len(lengths)]
	by := int32(noRoute)
	for i, length := range lengths {
		length = min(length, by)
		lengths[i], by = length, length+blocks[i]
	}
	blocks, by = r.row(r.blocks[left], row)[:len(lengths)], noRoute
	for i, length := range slices.Backward(lengths) {
		length = min(length, by)
		lengths[i], by = length, length+blocks[i]
	}
	r.downOf[row], r.upOf[row] = true, true
}
