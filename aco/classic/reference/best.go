package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// best finds the shortest tour of the iteration and stores it if it is shorter than the best so
// far. It then counts the iteration, applies the stop rules and returns the length of the shortest
// tour.
func best(rules model.StopRules, n int, tours []uint32, lengths []uint64, state *model.State,
	bestTour []uint32) uint64 {
	best := shortest(lengths)
	state.Iteration++
	state.IterationAnt = uint32(best)
	if lengths[best] < state.BestLength {
		state.BestLength = lengths[best]
		state.BestAnt = uint32(best)
		state.BestIteration = state.Iteration
		copy(bestTour, tours[best*n:(best+1)*n])
	}
	state.Stop = rules.Apply(*state)
	return lengths[best]
}

// shortest returns the ant with the shortest tour. Ties go to the smallest ant.
func shortest(lengths []uint64) int {
	best := 0
	for ant, length := range lengths {
		if length < lengths[best] {
			best = ant
		}
	}
	return best
}

// ShortestAnt returns the ant with the shortest tour.
func (c *Colony) ShortestAnt() int { return shortest(c.Lengths) }
