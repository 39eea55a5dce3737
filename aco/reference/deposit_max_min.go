package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// depositMaxMin adds the iteration's amount to the edges of the tour that the schedule chose, in both directions when the instance
// is symmetric, up to the upper limit. Where only candidates have trails, the other edges' stay at the lower limit.
func (c *Colony) depositMaxMin() {
	for k, from := range c.DepositTour {
		to := c.DepositTour[(k+1)%len(c.DepositTour)]
		c.reinforce(from, to)
		if c.Problem.Symmetric {
			c.reinforce(to, from)
		}
	}
}

func (c *Colony) reinforce(from, to uint32) {
	s := c.State.MaxMin
	var trail *uint32
	if c.Problem.Memory == problem.MemoryMatrix {
		trail = &c.Pheromone[int(from)*c.Problem.Cities+int(to)]
	} else if k := slices.Index(c.candidates(from), to); k >= 0 {
		trail = c.candidateTrail(from, k)
	} else {
		return
	}
	*trail += min(s.Amount, s.Max-*trail)
}
