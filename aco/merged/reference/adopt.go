package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// absent is the position of cities that a colony's tour does not visit.
const absent = 1<<32 - 1

// Adopt gives the colony a tour to go on from, or its window of that, and a state that says so. Nothing is left of what the ants were
// about to change.
func (c *Colony) Adopt(tour []uint32, state model.State) {
	tour = c.Model.Window(tour, int(c.Number))
	c.goOn(state, tour, tour)
}

// Restore brings the colony back to where it was between two iterations: it has all that one takes from the other. Tours are those of
// its window; there are trails where the colony has some.
func (c *Colony) Restore(state model.State, tour, best, trails []uint32) {
	c.goOn(state, tour, best)
	for i, trail := range trails {
		c.Trails[i] = model.Trail(trail)
	}
}

// goOn begins with a tour, and with another one as the best.
func (c *Colony) goOn(state model.State, tour, best []uint32) {
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
