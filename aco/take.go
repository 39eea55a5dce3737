package aco

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// take follows what a batch brought. Colonies of a batch go on by themselves when one of them has reached the target; what
// counts is the iteration at which the first one did, so that nothing depends on how iterations were batched.
func (r *run) take(b batch) {
	best, last := r.leading(b)
	for i := range last - r.iteration {
		shortest := uint64(math.MaxUint64)
		for _, c := range b.colonies {
			if i < len(c.lengths) {
				shortest = min(shortest, c.lengths[i])
			}
		}
		r.antsBest = min(r.antsBest, shortest)
		if shortest < r.length {
			r.length = shortest
			r.improved(r.iteration + i + 1)
			r.best = tourOf(best.tour)
		}
	}
	r.iteration = last
	if r.watch != nil {
		r.watch(Progress{r.iteration, time.Since(r.options.Started), int64(r.length)})
	}
}

// leading returns the colony that has the run's best tour, of equal ones the first to find it and then the smallest number,
// and the iterations that the run has made. It notes the rule that ends the run: the target in any colony, or all stalled.
func (r *run) leading(b batch) (best progress, iterations int) {
	reached := func(c progress) bool { return c.state.Stop == problem.TargetReached }
	best, r.held = b.colonies[0], problem.Stalled
	for i, c := range b.colonies {
		iterations = max(iterations, int(c.state.Iteration))
		if c.state.Stop == problem.Running {
			r.held = problem.Running
		}
		if i > 0 && leads(c.state, best.state, reached(c), reached(best)) {
			best = c
		}
	}
	if reached(best) {
		r.held = problem.TargetReached
		iterations = int(best.state.Iteration)
	}
	return best, iterations
}

// leads says whether a colony comes before another one.
func leads(a, b problem.State, aReached, bReached bool) bool {
	if aReached != bReached {
		return aReached
	}
	if aReached && a.BestIteration != b.BestIteration {
		return a.BestIteration < b.BestIteration
	}
	if a.BestLength != b.BestLength {
		return a.BestLength < b.BestLength
	}
	return a.BestIteration < b.BestIteration
}

func tourOf(words []uint32) tsp.Tour {
	tour := make(tsp.Tour, len(words))
	for i, city := range words {
		tour[i] = int32(city)
	}
	return tour
}
