package reference

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// trail returns the trail from a city to another, nil if that is not among its candidates.
func (c *Colony) trail(from, to uint32) *model.Trail {
	width := uint32(c.Model.Width)
	k := slices.Index(c.Model.Candidates[from*width:][:width], to)
	if k < 0 {
		return nil
	}
	return &c.Trails[from*width+uint32(k)]
}

// reinforce adds to both trails of an edge. Each edge of the tour has its own trails, so workers can reinforce different edges at
// once.
func (c *Colony) reinforce(a, b, by uint32) {
	time := c.State.Iteration / c.Model.HalfLife()
	for _, trail := range []*model.Trail{c.trail(a, b), c.trail(b, a)} {
		if trail != nil {
			*trail = trail.Reinforced(time, by)
		}
	}
}

// rank returns the rank of the edge that begins at a place. Ants prefer to kick at edges of small rank.
func (c *Colony) rank(place uint32) uint32 {
	tour := c.tour()
	a, b := tour[place], tour[c.Model.After(place)]
	for _, trail := range []*model.Trail{c.trail(a, b), c.trail(b, a)} {
		if trail != nil {
			return c.Model.Rank(trail.Strength(c.State.Iteration / c.Model.HalfLife()))
		}
	}
	return c.Model.Rank(0)
}

// chooseStart returns the position at which the ant kicks: a random one of count starts or, with trails, the best of StartTries evenly
// spaced starts.
func (a *ant) chooseStart(first, count uint32) uint32 {
	c, drawn := a.colony, philox.Bounded(a.draws.City, count)
	if !c.Model.HasTrails() {
		return a.startPosition(first + drawn)
	}
	tries := make([]uint32, model.StartTries)
	for i := range tries {
		tries[i] = a.startPosition(first + (drawn+uint32(i)*count/model.StartTries)%count)
	}
	return slices.MinFunc(tries, func(p, q uint32) int { return cmp.Compare(c.rank(p), c.rank(q)) })
}

// reinforceNew adds to the trails of the edges that accepted changes have added to the tour. sources has the previous place of each city.
// Those of an old edge are adjacent.
func (c *Colony) reinforceNew(sources []uint32) {
	tour := c.tour()
	c.overPlaces(func(_, first, end int) {
		for place := first; place < end; place++ {
			source, next := sources[place], c.Model.After(uint32(place))
			if c.Model.After(source) != sources[next] && c.Model.After(sources[next]) != source {
				c.reinforce(tour[place], tour[next], model.ReinforceChange)
			}
		}
	})
}

// reinforceBest adds to the trails of all edges of a new best tour.
func (c *Colony) reinforceBest() {
	c.overPlaces(func(_, first, end int) {
		for place := first; place < end; place++ {
			c.reinforce(c.Best[place], c.Best[c.Model.After(uint32(place))], model.ReinforceBest)
		}
	})
}
