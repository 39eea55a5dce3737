package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Adopt gives the colony a tour to go on from, and a state that says so. Nothing is left of what the ants were about to change.
func (c *Colony) Adopt(tour []uint32, state model.State) {
	c.State = state
	copy(c.Best, tour)
	copy(c.tour(), tour)
	for place, city := range tour {
		c.Positions[city] = uint32(place)
	}
	for half := range c.Claims {
		clear(c.Claims[half])
	}
	c.LongOnes = c.LongOnes[:0]
}
