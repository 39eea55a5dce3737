package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// prepareMaxMin allocates the data of MMAS.
func (c *Colony) prepareMaxMin(ctx context.Context, earlier []*Colony) error {
	p, n := c.Problem, c.Problem.Cities
	columns := p.Candidates
	if p.Memory == model.MemoryMatrix {
		columns = n
	}
	c.Pheromone, c.Weights = make([]uint32, n*columns), make([]uint32, n*p.Candidates)
	c.DepositTour, c.RestartTour = make([]uint32, n), make([]uint32, n)
	if err := fill(ctx, c.Pheromone, columns, p.Trail.Initial); err != nil {
		return err
	}
	return c.prepareLists(ctx, earlier)
}

// maxMinStages returns the stages of MMAS.
func (c *Colony) maxMinStages() []Stage {
	return append(c.tourStages(Stage{"choice", c.choiceMaxMin}, Stage{"construct", func(ctx context.Context) error {
		return c.divide(c.Problem.Ants, func(from, to int) error { return c.constructMaxMin(ctx, from, to) })
	}}),
		uninterruptible("schedule", c.schedule),
		c.divided("evaporate", len(c.Pheromone), func(from, to int) { c.evaporateMaxMin(c.Pheromone[from:to]) }),
		uninterruptible("deposit", c.depositMaxMin),
	)
}

// candidates returns a city's candidate list.
func (c *Colony) candidates(city uint32) []uint32 {
	cities, _ := c.Lists.Of(city)
	return cities[:c.Problem.Candidates]
}

// candidateTrail returns the trail of the edge from a city to its k-th candidate.
func (c *Colony) candidateTrail(city uint32, k int) *uint32 {
	if c.Problem.Memory == model.MemoryMatrix {
		return &c.Pheromone[int(city)*c.Problem.Cities+int(c.candidates(city)[k])]
	}
	return &c.Pheromone[int(city)*c.Problem.Candidates+k]
}

// maxMinBytes returns the memory of the colonies in bytes.
func maxMinBytes(p *model.Problem) uint64 {
	n, m, k := uint64(p.Cities), uint64(p.Ants), uint64(p.Candidates)
	trails := n * k
	if p.Memory == model.MemoryMatrix {
		trails = n * n
	}
	lists := 2*n*uint64(p.ListWidth()) + n*k
	return 4 * (lists + uint64(p.Colonies)*(trails+n*k+m*n+2*m+3*n))
}
