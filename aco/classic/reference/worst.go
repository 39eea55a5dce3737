package reference

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// worst is what follows the deposit in Best-Worst Ant System, in the order of ACOTSP 1.03: the
// edges of the iteration's worst tour that are not in the best tour so far evaporate once more.
// Then all trails are initialised again if the two tours have nearly the same edges, or a few
// trails mutate. The trails mutate after the first restart only.
func (c *Colony) worst() {
	p, s := c.Problem, &c.State.MaxMin
	distance := c.evaporateWorst()
	s.Renewal, s.Amount = model.NoRenewal, 0
	switch {
	case distance < p.RestartDistance():
		s.Renewal, s.Restart = model.ReinitialiseTrails, c.State.Iteration
		for i := range c.Pheromone {
			c.Pheromone[i] = p.Trail.Initial
		}
	case s.Restart > 0:
		s.Amount = mutationStrength(c.meanBestTrail(), c.State.Iteration-s.Restart)
		for i := range p.Mutations() {
			c.mutate(uint32(i))
		}
	}
}

// evaporateWorst evaporates the edges of the longest tour that the best tour so far does not have,
// and returns their number. Of equal tours it is the tour of the ant with the smallest number.
func (c *Colony) evaporateWorst() (distance int) {
	p, n := c.Problem, c.Problem.Cities
	next := make([]uint32, n)
	for k, city := range c.RestartTour {
		next[city] = c.RestartTour[(k+1)%n]
	}
	worst := 0
	for ant, length := range c.Lengths {
		if length > c.Lengths[worst] {
			worst = ant
		}
	}
	tour := c.Tours[worst*n:][:n]
	for k, from := range tour {
		to := tour[(k+1)%n]
		if next[from] == to || p.Symmetric && next[to] == from {
			continue
		}
		distance++
		evaporate(p, c.Pheromone[int(from)*n+int(to):][:1])
		if p.Symmetric {
			evaporate(p, c.Pheromone[int(to)*n+int(from):][:1])
		}
	}
	return distance
}

// meanBestTrail returns the mean trail of the edges of the best tour so far, rounded down.
func (c *Colony) meanBestTrail() uint32 {
	n, sum := c.Problem.Cities, uint64(0)
	for k, from := range c.RestartTour {
		sum += uint64(c.Pheromone[int(from)*n+int(c.RestartTour[(k+1)%n])])
	}
	return uint32(sum / uint64(n))
}

// mutationStrength returns the change of a trail by a mutation. It grows with the iterations since
// the last restart, to 4 times the mean trail of the best tour (Cordón et al. 2000; the factor is
// from ACOTSP 1.03).
func mutationStrength(mean, since uint32) uint32 {
	const factor = 4
	share := uint32(min(math.MaxUint32, uint64(since)<<32/model.MutationSpan))
	strength, _ := bits.Mul32(mean, share)
	return factor * min(math.MaxUint32/factor, strength)
}

// mutate adds the strength to the trail of a random edge, or subtracts it. No ant has the number
// with which it draws. Trails saturate at 1 and at 2³² − 1.
func (c *Colony) mutate(mutation uint32) {
	p, n := c.Problem, uint32(c.Problem.Cities)
	word := func(draw uint32) uint32 {
		return philox.Draw(p.Seed, 0, c.State.Iteration, uint32(p.Ants), mutation, draw)
	}
	from, to := philox.Bounded(word(0), n), philox.Bounded(word(1), n-1)
	if to >= from {
		to++
	}
	trail, strength := c.Pheromone[from*n+to], c.State.MaxMin.Amount
	if word(2) < 1<<31 {
		trail += min(strength, math.MaxUint32-trail)
	} else {
		trail -= min(strength, trail-1)
	}
	c.Pheromone[from*n+to] = trail
	if p.Symmetric {
		c.Pheromone[to*n+from] = trail
	}
}
