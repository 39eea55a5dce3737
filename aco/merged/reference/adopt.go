package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Adopt sets the colony's state and its tour. Submitted changes are dropped.
func (c *Colony) Adopt(tour []uint32, state model.State) {
	c.Restore(state, tour, tour)
}

// Restore sets all data that an iteration reads from the previous one.
func (c *Colony) Restore(state model.State, tour, best []uint32) {
	c.State, c.beforeAnts, c.nextAnt = state, state, 0
	copy(c.Best, best)
	copy(c.tour(), tour)
	for place, city := range tour {
		c.Positions[city] = uint32(place)
	}
	for half := range c.Claims {
		clear(c.Claims[half])
	}
	c.LongChanges = c.LongChanges[:0]
}
