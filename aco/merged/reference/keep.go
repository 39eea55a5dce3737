package reference

// Keep copies a tour that is better than the best, and as the state says, to the best, and reinforces the trails of its edges.
func (c *Colony) Keep() {
	if c.checks() && c.sound() && c.State.Measured < c.State.Best {
		copy(c.Best, c.tour())
		if c.Model.HasTrails() {
			c.reinforceBest()
		}
	}
}

// sound says whether the tour that was checked is one, and of the length believed.
func (c *Colony) sound() bool { return c.State.Faults == 0 && c.State.Measured == c.State.Length }
