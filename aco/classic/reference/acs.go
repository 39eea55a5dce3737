package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// prepareACS allocates the data of ACS.
func (c *Colony) prepareACS(ctx context.Context, earlier []*Colony) error {
	p, n := c.Problem, c.Problem.Cities
	if p.Memory == model.MemorySelective {
		c.Pheromone, c.Tails = p.NewRecords(), make([]uint32, n)
		return c.prepareLists(ctx, earlier)
	}
	c.Pheromone = make([]uint32, n*n)
	if err := fill(ctx, c.Pheromone, n, p.Trail.Initial); err != nil {
		return err
	}
	return c.prepareLists(ctx, earlier)
}

// memory returns the colony's pheromone memory.
func (c *Colony) memory() pheromoneMemory {
	if c.Problem.Memory == model.MemorySelective {
		return selectiveMemory{c.Problem, c.Pheromone, c.Tails}
	}
	return matrixMemory{c.Problem, c.Pheromone}
}

// acsStages returns the stages of ACS.
func (c *Colony) acsStages() []Stage {
	p := c.Problem
	return append(c.tourStages(Stage{"construct", c.constructACS}),
		uninterruptible("deposit", func() { depositBest(p, c.memory(), c.BestTour, c.State.BestLength) }),
	)
}

// acsBytes returns the memory of the colonies in bytes.
func acsBytes(p *model.Problem) uint64 {
	n, m, colonies := uint64(p.Cities), uint64(p.Ants), uint64(p.Colonies)
	lists := 2*n*uint64(p.ListWidth()) + n*uint64(p.Candidates)
	trails := n * n
	if p.Memory == model.MemorySelective {
		trails = n * (model.RecordWords + 1)
	}
	visited := n // bytes
	if p.Synchronous || p.StepByStep {
		visited *= m
	}
	return 4*(lists+colonies*(trails+m*n+2*m+n)) + visited
}
