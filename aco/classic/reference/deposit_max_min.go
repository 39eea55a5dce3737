package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// depositMaxMin adds the iteration's amount to the edges of the reinforced tour, in both
// directions if the instance is symmetric, up to the upper limit. If the memory has only
// candidates, the other edges remain at the lower limit.
func (c *Colony) depositMaxMin() {
	for k, from := range c.DepositTour {
		to := c.DepositTour[(k+1)%len(c.DepositTour)]
		c.reinforce(from, to)
		if c.Problem.Symmetric {
			c.reinforce(to, from)
		}
	}
}

// reinforce adds the amount to the trail of an edge.
func (c *Colony) reinforce(from, to uint32) {
	s := c.State.MaxMin
	var trail *uint32
	if c.Problem.Memory == model.MemoryMatrix {
		trail = &c.Pheromone[int(from)*c.Problem.Cities+int(to)]
	} else if k := slices.Index(c.candidates(from), to); k >= 0 {
		trail = c.candidateTrail(from, k)
	} else {
		return
	}
	*trail += min(s.Amount, s.Max-*trail)
}
