package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// cutsOf returns the cuts of an ant's change.
func (c *Colony) cutsOf(ant uint32) []uint32 { return c.Model.Cuts(c.Headers[ant], c.Pieces[ant]) }

// inInterval reports whether a position is in the interval of an ant's change.
func (c *Colony) inInterval(position, ant uint32) bool {
	return c.Headers[ant].Low <= position && position <= c.Headers[ant].High
}

// acceptedAt returns the ant whose accepted change of a class has claimed the block of a position,
// if there is one.
func (c *Colony) acceptedAt(position, class, iteration uint32) (ant uint32, ok bool) {
	_, first := model.ClaimBlocks(c.Model.Cities)
	key := c.Claims[iteration&1][first[class]+position>>model.BlockShift[class]]
	ant = c.Model.Claimant(key)
	return ant, key != 0 && c.Headers[ant].Accepted == 1
}

// covered reports whether a cut is within an accepted change of a class, or right after it.
func (c *Colony) covered(cut, class uint32) bool {
	ant, ok := c.acceptedAt(cut, class, c.State.Iteration)
	return ok && (c.inInterval(cut, ant) || cut == c.Model.After(c.Headers[ant].High))
}

// anyCovered reports whether a cut of an ant's change is covered by a class below a limit. If not,
// each accepted shorter change is outside the interval or within one piece.
func (c *Colony) anyCovered(ant, limit uint32) bool {
	for _, cut := range c.cutsOf(ant) {
		for class := range limit {
			if c.covered(cut, class) {
				return true
			}
		}
	}
	return false
}
