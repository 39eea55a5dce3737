package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// absent is the position of cities that a colony's tour does not visit.
const absent = 1<<32 - 1

// Adopt sets the colony's state and its tour or window of a tour. Submitted changes are dropped.
func (c *Colony) Adopt(tour []uint32, state model.State) {
	c.Restore(state, tour, tour)
}

// Restore sets all data that an iteration reads from the previous one. With windows, the tours are those of the colony's window.
func (c *Colony) Restore(state model.State, tour, best []uint32) {
	c.State, c.beforeAnts, c.nextAnt = state, state, 0
	copy(c.Best, best)
	copy(c.tour(), tour)
	for city := range c.Positions {
		c.Positions[city] = absent
	}
	for place, city := range tour {
		c.Positions[city] = uint32(place)
	}
	for half := range c.Claims {
		clear(c.Claims[half])
	}
	c.LongChanges = c.LongChanges[:0]
}
