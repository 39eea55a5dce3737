package reference

import (
	"sort"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Rewrite makes the next tour. It traces each place back through the accepted changes, the longest first, because a shorter change within a
// piece of a longer one moves with the piece. It clears the claims of the previous iteration for the next.
func (c *Colony) Rewrite() {
	if c.State.Stop != model.Running {
		return
	}
	before, now := c.State.Iteration-1, c.State.Iteration
	tour := c.Tours[now&1]
	c.overPlaces(func(_, first, end int) {
		for place := first; place < end; place++ {
			city := c.Tours[before&1][c.source(uint32(place), before)]
			tour[place], c.Positions[city] = city, uint32(place)
		}
	})
	clear(c.Claims[now&1])
}

// source returns the place of the previous tour that has the city of a place of the next tour.
func (c *Colony) source(place, before uint32) uint32 {
	for _, ant := range c.AcceptedLong {
		place = c.origin(place, ant)
	}
	for class := range uint32(model.ClaimClasses) {
		if ant, ok := c.acceptedAt(place, model.ClaimClasses-1-class, before); ok {
			place = c.origin(place, ant)
		}
	}
	return place
}

// origin returns the place from which an ant's change moves a city to a place.
func (c *Colony) origin(place, ant uint32) uint32 {
	if !c.inInterval(place, ant) {
		return place
	}
	pieces := c.Pieces[ant]
	piece := pieces[sort.Search(len(pieces), func(i int) bool { return pieces[i].Start > place })-1]
	if piece.Reversed {
		return piece.First - (place - piece.Start)
	}
	return piece.First + (place - piece.Start)
}
