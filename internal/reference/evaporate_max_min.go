package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// evaporateMaxMin multiplies every trail by 1 − ρ, rounded down, and keeps it at least at the lower limit. If the schedule renews the trails,
// it raises them instead: to the upper limit, or half of the way to it (smoothing with δ = 0.5, Stützle and Hoos 2000).
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
