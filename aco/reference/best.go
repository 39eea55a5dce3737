package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// Best finds the iteration's shortest tour, of equal ones the ant with the smallest number, keeps it when it is shorter than
// the best so far, counts the iteration and applies the stop rules. It returns the iteration's best length.
func Best(rules problem.StopRules, n int, tours []uint32, lengths []uint64, state *problem.State, bestTour []uint32) uint64 {
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

// shortest returns the ant with the shortest tour, of equal ones the one with the smallest number.
func shortest(lengths []uint64) int {
	best := 0
	for ant, length := range lengths {
		if length < lengths[best] {
			best = ant
		}
	}
	return best
}
