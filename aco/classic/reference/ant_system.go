package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// prepareAntSystem allocates and computes the matrices of Ant System.
func (c *Colony) prepareAntSystem(ctx context.Context) error {
	p, n := c.Problem, c.Problem.Cities
	c.Distances, c.Heuristic = make([]uint32, n*n), make([]uint32, n*n)
	c.Pheromone, c.Weights = make([]uint32, n*n), make([]uint32, n*n)
	c.Amounts = make([]uint32, p.Depositors())
	if p.Rule != "" {
		c.RuleWeights, c.RestartTour = p.RuleWeights(), make([]uint32, n)
	}
	if p.UsesTrials() {
		c.Sums, c.Guide = make([]uint32, n*n), make([]uint32, p.GuideWords())
	}
	if p.Selection == model.SelectNear {
		c.Near = make([]uint32, n*model.NearWords)
	}
	if err := fill(ctx, c.Pheromone, n, p.Trail.Initial); err != nil {
		return err
	}
	return p.Rows(ctx, 0, n, model.Matrices{Distances: c.Distances, Heuristic: c.Heuristic, Near: c.Near})
}

// antSystemStages returns the stages of Ant System.
func (c *Colony) antSystemStages() []Stage {
	p, n := c.Problem, c.Problem.Cities
	tables := Tables{c.Weights, c.Sums, c.Near, c.Pheromone, c.Heuristic}
	stages := []Stage{{"choice", func(ctx context.Context) error {
		return c.divide(n,
			func(from, to int) error { return choice(ctx, p, c.Heuristic, c.Pheromone, c.Weights, from, to) })
	}}}
	if p.UsesTrials() {
		stages = append(stages, c.divided("prefix", n, func(from, to int) {
			prefix(p, c.Weights, c.Near, c.Sums, c.Guide, from, to)
		}))
	}
	stages = append(stages,
		Stage{"construct", func(ctx context.Context) error {
			return c.divide(p.Ants, func(from, to int) error {
				return construct(ctx, p, tables, c.State.Iteration, c.Tours, from, to)
			})
		}},
		c.divided("evaluate", p.Ants, func(from, to int) {
			evaluate(p, c.Distances, c.Tours[from*n:to*n], c.Lengths[from:to], c.Amounts[from:to])
		}),
	)
	stages = append(stages, c.statisticsStages()...)
	stages = append(stages, uninterruptible("best", func() {
		c.IterationBest = best(c.Rules, p.Cities, c.Tours, c.Lengths, &c.State, c.BestTour)
	}))
	if p.Rule != "" {
		stages = append(stages, c.divided("depositors", p.Depositors(), c.depositors))
	}
	stages = append(stages,
		c.divided("evaporate", len(c.Pheromone), func(from, to int) { evaporate(p, c.Pheromone[from:to]) }),
		c.divided("deposit", n, func(from, to int) { deposit(p, c.Tours, c.Amounts, c.Pheromone, from, to) }),
	)
	if p.PunishesWorst() {
		stages = append(stages, uninterruptible("worst", c.worst))
	}
	return stages
}

// Bytes returns the memory of all colonies of a problem in bytes.
func Bytes(p *model.Problem) uint64 {
	n, m := uint64(p.Cities), uint64(p.Ants)
	switch p.Algorithm {
	case model.AlgorithmMMAS:
		return maxMinBytes(p)
	case model.AlgorithmACS:
		return acsBytes(p)
	}
	tours := uint64(p.Depositors())
	words := 4*n*n + tours*n + 2*m + tours + n
	if p.Rule != "" {
		words += tours + n // the weights and the best tour of an ant
	}
	if p.UsesTrials() {
		words += n*n + p.GuideWords()
	}
	if p.Selection == model.SelectNear {
		words += n * model.NearWords
	}
	return 4 * words
}
