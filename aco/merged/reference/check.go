package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// isCheckDue reports whether the tour that was made last is checked.
func (c *Colony) isCheckDue() bool {
	return c.State.Stop == model.Running && c.State.Iteration%c.Model.Period == 0
}

// Check measures the tour by its edges, and counts the places that do not hold a city of their own: where there is none, the tour
// visits every city once.
func (c *Colony) Check() {
	if !c.isCheckDue() {
		return
	}
	tour, cities := c.tour(), uint32(c.Model.Cities)
	for place, city := range tour {
		if city >= cities || c.Positions[city] != uint32(place) {
			c.State.Faults++
		}
		if next := tour[c.after(uint32(place))]; city < cities && next < cities {
			c.State.Measured += uint64(c.Model.Distance(city, next))
		}
	}
}
