package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// Deposit adds each ant's amount to the edges of its tour, in both directions if the instance is symmetric.
func Deposit(p *problem.Problem, tours, amounts, pheromone []uint32) {
	n := p.Cities
	for ant := range p.Ants {
		tour := tours[ant*n : (ant+1)*n]
		for k, from := range tour {
			to := tour[(k+1)%n]
			pheromone[int(from)*n+int(to)] += amounts[ant]
			if p.Symmetric {
				pheromone[int(to)*n+int(from)] += amounts[ant]
			}
		}
	}
}
