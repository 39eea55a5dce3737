package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// evaporateMaxMin keeps the share 1 − ρ of every trail, rounded down, and at least the lower limit. Where trails are renewed it
// raises them instead: to the upper limit, or by half of what they lack of it (the smoothing of Stützle and Hoos 2000, δ = 0.5).
func (c *Colony) evaporateMaxMin() {
	s := c.State.MaxMin
	for i, trail := range c.Pheromone {
		switch s.Renewal {
		case problem.NoRenewal:
			kept, _ := bits.Mul32(trail, c.Problem.Trail.Keep)
			c.Pheromone[i] = max(s.Min, kept)
		case problem.SmoothTrails:
			c.Pheromone[i] = trail + (s.Max-trail)/2
		case problem.ReinitialiseTrails:
			c.Pheromone[i] = s.Max
		}
	}
}
