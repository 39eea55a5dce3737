package reference

import (
	"sort"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Rewrite makes the next tour. It traces each position back through the accepted changes, the
// longest first, because a shorter change within a piece of a longer one moves with the piece. It
// clears the claims of the previous iteration for the next.
func (c *Colony) Rewrite() {
	if c.State.Stop != model.Running {
		return
	}
	before, now := c.State.Iteration-1, c.State.Iteration
	tour := c.Tours[now&1]
	c.overPositions(func(_, first, end int) {
		for position := first; position < end; position++ {
			city := c.Tours[before&1][c.source(uint32(position), before)]
			tour[position], c.Positions[city] = city, uint32(position)
		}
	})
	clear(c.Claims[now&1])
}

// source returns the position of the previous tour that has the city of a position of the next
// tour.
func (c *Colony) source(position, before uint32) uint32 {
	for _, ant := range c.AcceptedLong {
		position = c.origin(position, ant)
	}
	for class := range uint32(model.ClaimClasses) {
		if ant, ok := c.acceptedAt(position, model.ClaimClasses-1-class, before); ok {
			position = c.origin(position, ant)
		}
	}
	return position
}

// origin returns the position from which an ant's change moves a city to a position.
func (c *Colony) origin(position, ant uint32) uint32 {
	if !c.inInterval(position, ant) {
		return position
	}
	pieces := c.Pieces[ant]
	piece := pieces[sort.Search(len(pieces), func(i int) bool { return pieces[i].Start > position })-1]
	if piece.Reversed {
		return piece.First - (position - piece.Start)
	}
	return piece.First + (position - piece.Start)
}
