package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// isCheckDue reports whether the new tour is to be checked.
func (c *Colony) isCheckDue() bool {
	return c.State.Stop == model.Running && c.State.Iteration%c.Model.Period == 0
}

// Check sums the edges of the tour and counts the places whose city has another position. If there is none, the tour visits every city once.
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
