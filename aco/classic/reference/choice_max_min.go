package reference

import (
	"context"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// convergencePeriod is the number of iterations between two convergence checks (ACOTSP 1.03).
const convergencePeriod = 100

// choiceMaxMin computes the weights τ^α·η^β of each city's candidates, scaled like the rows of
// choice. In iterations with a convergence check it also counts the branches: the candidates whose
// trail is well above the smallest one of their city (Gambardella and Dorigo 1995). It stops
// between two cities when the context ends.
func (c *Colony) choiceMaxMin(ctx context.Context) error {
	var branches atomic.Uint32
	err := c.divide(c.Problem.Cities, func(from, to int) error {
		count, err := c.choiceRows(ctx, from, to)
		branches.Add(count)
		return err
	})
	if err == nil {
		c.State.MaxMin.Branches += branches.Load()
	}
	return err
}

// choiceRows computes the weights of the cities from first to end-1, and counts their branches if
// the iteration has a convergence check.
func (c *Colony) choiceRows(ctx context.Context, first, end int) (branches uint32, err error) {
	p := c.Problem
	countBranches := checksConvergence(c.State.Iteration)
	products := make([]product, p.Candidates)
	for city := first; city < end; city++ {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := city * p.Candidates
		for k := range products {
			products[k] = productOf(*c.candidateTrail(uint32(city), k), c.CandidateHeuristic[from+k], p.AlphaExponent)
		}
		scaleToWeights(products, len(products), c.Weights[from:from+p.Candidates])
		if countBranches {
			branches += c.branches(uint32(city))
		}
	}
	return branches, nil
}

// checksConvergence reports whether an iteration, numbered from 0, has a convergence check.
func checksConvergence(iteration uint32) bool {
	return iteration > 0 && iteration%convergencePeriod == 0
}

// branches returns the number of branches of a city.
func (c *Colony) branches(city uint32) (count uint32) {
	least := *c.candidateTrail(city, 0)
	most := least
	for k := range c.Problem.Candidates {
		trail := *c.candidateTrail(city, k)
		least, most = min(least, trail), max(most, trail)
	}
	for k := range c.Problem.Candidates {
		if *c.candidateTrail(city, k)-least > model.BranchThreshold(least, most) {
			count++
		}
	}
	return count
}
