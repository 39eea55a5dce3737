package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// deposit adds the amount of each tour to its edges, in both directions if the instance is
// symmetric. It changes the rows of pheromone from first to end-1.
func deposit(p *model.Problem, tours, amounts, pheromone []uint32, first, end int) {
	n := p.Cities
	for i, amount := range amounts {
		tour := tours[i*n : (i+1)*n]
		for k, from := range tour {
			to := tour[(k+1)%n]
			if first <= int(from) && int(from) < end {
				pheromone[int(from)*n+int(to)] += amount
			}
			if p.Symmetric && first <= int(to) && int(to) < end {
				pheromone[int(to)*n+int(from)] += amount
			}
		}
	}
}
