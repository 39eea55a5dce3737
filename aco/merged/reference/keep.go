package reference

// Keep copies a tour that is better than the best, and as the state says, to the best, and reinforces the trails of its edges.
func (c *Colony) Keep() {
	if c.isCheckDue() && c.isValid() && c.State.Measured < c.State.Best {
		copy(c.Best, c.tour())
		if c.Model.HasTrails() {
			c.reinforceBest()
		}
	}
}

// isValid reports whether the tour that was checked is one, and of the length believed.
func (c *Colony) isValid() bool { return c.State.Faults == 0 && c.State.Measured == c.State.Length }
