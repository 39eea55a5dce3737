package tsp

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/parallel"
)

const (
	oneWayKind = "oneway"
	// shortestBlock and blockLengths bound the lengths of the blocks of a street: 100..199.
	shortestBlock, blockLengths = 100, 100
	// noRoute is longer than all routes: the matrix has at most 46,340 crossings.
	noRoute = math.MaxInt32
)

// streets are the streets between the crossings of a grid, by crossing: the lengths of the blocks to the right, down, to the left and up, 0 if
// there is none that may be driven.
type streets struct {
	columns int
	blocks  [][4]int32
}

// oneWay returns the lengths of the shortest routes between the n crossings of a street grid as close to a square as n allows. Every second
// street is one-way, in a random direction, except for the first and the last two of each direction: so routes lead from each crossing to all others.
func oneWay(name string, n int, seed int64) *Instance {
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
	in := &Instance{Name: name, Kind: ATSP, Metric: Explicit, Weights: make([]int32, n*n)}
	// The context does not end.
	_ = parallel.Batches(context.Background(), n, func(from, to int) {
		var r routes
		for city := from; city < to; city++ {
			r.find(s, city, in.Weights[city*n:][:n])
		}
	})
	return in
}

func newStreets(n int) *streets {
	return &streets{columns: int(math.Ceil(math.Sqrt(float64(n)))), blocks: make([][4]int32, n)}
}

// build draws the blocks along one axis: 0 for streets to the right, 1 for streets down.
func (s *streets) build(k *knuth, axis int, allowed [][2]bool) {
	for from := range s.blocks {
		street, next := from/s.columns, from+1
		if axis == 1 {
			street, next = from%s.columns, from+s.columns
		}
		if next >= len(s.blocks) || axis == 0 && next%s.columns == 0 {
			continue
		}
		length := int32(shortestBlock + k.below(blockLengths))
		if allowed[street][0] {
			s.blocks[from][axis] = length
		}
		if allowed[street][1] {
			s.blocks[next][axis+2] = length
		}
	}
}

// routes finds shortest routes with a queue for each distance modulo the length of the longest block (Dial 1969).
type routes struct {
	queues [shortestBlock + blockLengths][]int
}

// find writes the length of the shortest route from a crossing to each crossing.
func (r *routes) find(s *streets, from int, lengths []int32) {
	for i := range lengths {
		lengths[i] = noRoute
	}
	lengths[from] = 0
	r.queues[0] = append(r.queues[0], from)
	steps := [4]int{1, s.columns, -1, -s.columns}
	for distance, waiting := int32(0), 1; waiting > 0; distance++ {
		queue := &r.queues[int(distance)%len(r.queues)]
		for _, at := range *queue {
			waiting--
			if lengths[at] != distance { // a shorter route was found
				continue
			}
			for direction, block := range s.blocks[at] {
				if to := at + steps[direction]; block > 0 && distance+block < lengths[to] {
					lengths[to] = distance + block
					next := &r.queues[int(lengths[to])%len(r.queues)]
					*next = append(*next, to)
					waiting++
				}
			}
		}
		*queue = (*queue)[:0]
	}
}
