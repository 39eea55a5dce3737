package reference

// depositors multiplies each ant's amount by the weight of its rank. It appends the best tour of
// an ant so far, with its amount, to the tours of the ants. The nearest-neighbour tour never
// deposits: its edges would get more pheromone than all others until an ant makes a shorter tour.
// The rank of an ant is the number of ants with a shorter tour, or with an equal one and a smaller
// number.
func (c *Colony) depositors(from, to int) {
	p := c.Problem
	for ant := from; ant < to; ant++ {
		if ant == p.Ants {
			c.appendBest()
			continue
		}
		rank := 0
		for other, length := range c.Lengths {
			if length < c.Lengths[ant] || length == c.Lengths[ant] && other < ant {
				rank++
			}
		}
		c.Amounts[ant] *= c.RuleWeights[rank]
	}
}

// appendBest updates the best tour of an ant, and copies it behind the tours of the ants.
func (c *Colony) appendBest() {
	p, s := c.Problem, &c.State.MaxMin
	if ant := int(c.State.IterationAnt); c.Lengths[ant] < s.RestartLength {
		s.RestartLength = c.Lengths[ant]
		copy(c.RestartTour, c.Tours[ant*p.Cities:])
	}
	copy(c.Tours[p.Ants*p.Cities:], c.RestartTour)
	c.Amounts[p.Ants] = c.RuleWeights[p.Ants] * p.Trail.Amount(s.RestartLength)
}
