package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// convergencePeriod is how many iterations lie between two looks at whether the trails have converged (ACOTSP 1.03).
const convergencePeriod = 100

// choiceMaxMin fills the weights of each city's candidates with τ^α·η^β, scaled by city as Choice scales by row. In iterations after
// a multiple of branchesEvery it also counts the branches: the candidates whose trail is well above the least of their city
// (Gambardella and Dorigo 1995). It stops between two cities when the context ends.
func (c *Colony) choiceMaxMin(ctx context.Context) error {
	p := c.Problem
	counts := checksConvergence(c.State.Iteration)
	products := make([]product, p.Candidates)
	for city := range p.Cities {
		if err := ctx.Err(); err != nil {
			return err
		}
		from := city * p.Candidates
		for k := range products {
			products[k] = productOf(*c.candidateTrail(uint32(city), k), c.CandidateHeuristic[from+k], p.AlphaHalves)
		}
		weigh(products, len(products), c.Weights[from:from+p.Candidates])
		if counts {
			c.State.MaxMin.Branches += c.branches(uint32(city))
		}
	}
	return nil
}

// checksConvergence reports whether an iteration, counted from 0, begins with a look at whether the trails have converged.
func checksConvergence(iteration uint32) bool {
	return iteration > 0 && iteration%convergencePeriod == 0
}

func (c *Colony) branches(city uint32) (count uint32) {
	least := *c.candidateTrail(city, 0)
	most := least
	for k := range c.Problem.Candidates {
		trail := *c.candidateTrail(city, k)
		least, most = min(least, trail), max(most, trail)
	}
	for k := range c.Problem.Candidates {
		if *c.candidateTrail(city, k)-least > problem.BranchThreshold(least, most) {
			count++
		}
	}
	return count
}
