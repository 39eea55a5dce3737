package reference

// Keep copies a valid tour that is shorter than the best tour to the best tour.
func (c *Colony) Keep() {
	if c.isCheckDue() && c.isValid() && c.State.Measured < c.State.Best {
		copy(c.Best, c.tour())
	}
}

// isValid reports whether the checked tour is valid and has the length of the state.
func (c *Colony) isValid() bool { return c.State.Faults == 0 && c.State.Measured == c.State.Length }
