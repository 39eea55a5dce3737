package reference

import (
	"iter"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Claim accepts the changes of a class that hold all the blocks that they claim, unless one of their cuts is covered by an accepted
// change of a shorter class.
func (c *Colony) Claim(class uint32) {
	if c.State.Stop != model.Running {
		return
	}
	for ant := range c.Headers {
		if c.Headers[ant].Class == class && c.ownsBlocks(uint32(ant)) && !c.anyCovered(uint32(ant), class) {
			c.accept(uint32(ant))
		}
	}
}

// ownsBlocks reports whether nobody has a larger claim on any of the blocks that an ant's change claims.
func (c *Colony) ownsBlocks(ant uint32) bool {
	key := model.ClaimKey(c.Headers[ant].Gain, ant, c.Model.ClaimShift)
	for block := range c.blocks(c.Headers[ant]) {
		if *block != key {
			return false
		}
	}
	return true
}

// blocks returns the claims of the iteration on the places of a change, and on the one after them.
func (c *Colony) blocks(header model.Header) iter.Seq[*uint32] {
	_, first := model.ClaimBlocks(c.Model.TourCities())
	shift := model.BlockShift[header.Class]
	claims := c.Claims[c.State.Iteration&1][first[header.Class]:]
	return func(yield func(*uint32) bool) {
		for block := header.Low >> shift; block <= header.High>>shift; block++ {
			if !yield(&claims[block]) {
				return
			}
		}
		yield(&claims[c.after(header.High)>>shift])
	}
}

// accept makes an ant's change a part of the next tour.
func (c *Colony) accept(ant uint32) {
	header := &c.Headers[ant]
	header.Accepted = 1
	c.State.Length -= uint64(int64(header.Gain))
	c.State.Counts.Accepted++
	if header.Gain < 0 {
		c.State.Counts.Losing++
	}
}
