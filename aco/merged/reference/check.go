package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// isCheckDue reports whether the new tour is to be checked.
func (c *Colony) isCheckDue() bool {
	return c.State.Stop == model.Running && c.State.Iteration%c.Model.Period == 0
}

// Check sums the edges of the tour and counts the positions whose city has another position. If
// there is none, the tour visits every city once.
func (c *Colony) Check() {
	if !c.isCheckDue() {
		return
	}
	tour, cities := c.tour(), uint32(c.Model.Cities)
	faults, lengths := make([]uint32, c.workers), make([]uint64, c.workers)
	c.overPositions(func(worker, first, end int) {
		for position := first; position < end; position++ {
			city, next := tour[position], tour[c.Model.After(uint32(position))]
			if city >= cities || c.Positions[city] != uint32(position) {
				faults[worker]++
			}
			if city < cities && next < cities {
				lengths[worker] += uint64(c.distance(city, next))
			}
		}
	})
	for worker := range faults {
		c.State.Faults += faults[worker]
		c.State.Measured += lengths[worker]
	}
}
