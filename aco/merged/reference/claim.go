package reference

import (
	"iter"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Claim accepts the changes of a class that have the largest claim on all their blocks, unless an
// accepted change of a shorter class covers one of their cuts.
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

// ownsBlocks reports whether an ant's change has the largest claim on all its blocks.
func (c *Colony) ownsBlocks(ant uint32) bool {
	key := c.Model.ClaimKey(c.Headers[ant].Gain, ant)
	for block := range c.blocks(c.Headers[ant]) {
		if *block != key {
			return false
		}
	}
	return true
}

// blocks returns the claims on the blocks of a change, including the block of the position after
// its interval.
func (c *Colony) blocks(header model.Header) iter.Seq[*uint32] {
	_, first := model.ClaimBlocks(c.Model.Cities)
	shift := model.BlockShift[header.Class]
	claims := c.Claims[c.State.Iteration&1][first[header.Class]:]
	return func(yield func(*uint32) bool) {
		for block := header.Low >> shift; block <= header.High>>shift; block++ {
			if !yield(&claims[block]) {
				return
			}
		}
		yield(&claims[c.Model.After(header.High)>>shift])
	}
}

// accept marks an ant's change as a part of the next tour.
func (c *Colony) accept(ant uint32) {
	header := &c.Headers[ant]
	header.Accepted = 1
	c.State.Length -= uint64(int64(header.Gain))
	c.State.Counts.Accepted++
	if header.Gain < 0 {
		c.State.Counts.Losing++
	}
}
