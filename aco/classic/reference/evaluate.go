package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// evaluateLengths computes each ant's tour length.
func evaluateLengths(p *model.Problem, tours []uint32, lengths []uint64) {
	n := p.Cities
	for ant := range lengths {
		tour := tours[ant*n : (ant+1)*n]
		lengths[ant] = 0
		for k, from := range tour {
			lengths[ant] += uint64(p.Distance(from, tour[(k+1)%n]))
		}
	}
}

// evaluate computes each ant's tour length and the pheromone that it deposits on each edge of its
// tour.
func evaluate(p *model.Problem, distances, tours []uint32, lengths []uint64, amounts []uint32) {
	n := p.Cities
	for ant := range lengths {
		tour := tours[ant*n : (ant+1)*n]
		var length uint64
		for k, from := range tour {
			length += uint64(distances[int(from)*n+int(tour[(k+1)%n])])
		}
		lengths[ant] = length
		amounts[ant] = p.Trail.Amount(length)
	}
}
