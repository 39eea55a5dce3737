package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// statisticsStages returns the stage that collects statistics, if there is one.
func (c *Colony) statisticsStages() []Stage {
	if c.Problem.StatisticsEvery == 0 {
		return nil
	}
	return []Stage{uninterruptible("statistics", func() {
		if iteration := c.State.Iteration + 1; c.Problem.HasStatistics(iteration) {
			c.Statistics = c.collectStatistics(iteration)
		}
	})}
}

// collectStatistics returns the statistics of the current iteration.
func (c *Colony) collectStatistics(iteration uint32) model.Statistics {
	s := model.Statistics{Iteration: iteration}
	c.addLengths(&s)
	c.addTrails(&s)
	for pair := range c.Problem.Pairs() {
		s.CommonEdge += c.commonEdges(c.Problem.PairOf(pair))
	}
	return s
}

func (c *Colony) addLengths(s *model.Statistics) {
	s.Shortest = slices.Min(c.Lengths)
	s.Shift = c.Problem.SquareShift(slices.Max(c.Lengths) - s.Shortest)
	for _, length := range c.Lengths {
		excess := length - s.Shortest
		s.Excess += excess
		s.Squares += (excess >> s.Shift) * (excess >> s.Shift)
	}
}

// addTrails adds the range, the branches and the entropy of the trails of all cities.
func (c *Colony) addTrails(s *model.Statistics) {
	s.Least, s.Most = c.cityTrails(0)[0], 0
	for city := range c.Problem.Cities {
		trails := c.cityTrails(uint32(city))
		least, most := slices.Min(trails), slices.Max(trails)
		s.Least, s.Most = min(s.Least, least), max(s.Most, most)
		for _, trail := range trails {
			if trail-least > model.BranchThreshold(least, most) {
				s.Branches++
			}
		}
		s.Entropy += uint64(entropy(trails, model.ShareShift(most, c.choices())))
	}
}

// entropy returns the entropy of trails in parts of model.LogUnit: log2 of their sum, minus their
// weighted mean log2. The shift keeps the sum in 32 bits.
func entropy(trails []uint32, shift uint32) uint32 {
	var sum uint32
	var logs uint64
	for _, trail := range trails {
		share := trail >> shift
		sum += share
		logs += uint64(share) * uint64(model.Log2(max(1, share)))
	}
	return uint32((uint64(sum)*uint64(model.Log2(sum)) - logs) / uint64(sum))
}

// choices returns the number of edges of a city that ants choose from; in Ant System with the city
// itself.
func (c *Colony) choices() int {
	if c.Problem.Algorithm == model.AlgorithmAS {
		return c.Problem.Cities
	}
	return c.Problem.Candidates
}

// cityTrails returns the trails of the edges of a city that ants choose from.
func (c *Colony) cityTrails(city uint32) []uint32 {
	n := c.Problem.Cities
	if c.Problem.Algorithm == model.AlgorithmAS {
		row := slices.Clone(c.Pheromone[int(city)*n:][:n])
		return slices.Delete(row, int(city), int(city)+1)
	}
	trails := make([]uint32, c.Problem.Candidates)
	for k := range trails {
		if c.Problem.Algorithm == model.AlgorithmMMAS {
			trails[k] = *c.candidateTrail(city, k)
		} else {
			trails[k] = c.memory().trail(city, c.candidates(city)[k])
		}
	}
	return trails
}

// commonEdges returns the number of edges that the tours of two ants have in common.
func (c *Colony) commonEdges(one, other int) (common uint32) {
	n := c.Problem.Cities
	next := make([]uint32, n)
	second := c.Tours[other*n:][:n]
	for k, city := range second {
		next[city] = second[(k+1)%n]
	}
	first := c.Tours[one*n:][:n]
	for k, from := range first {
		to := first[(k+1)%n]
		if next[from] == to || c.Problem.Symmetric && next[to] == from {
			common++
		}
	}
	return common
}
