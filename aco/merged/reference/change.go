package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// after returns the next place of the closed tour.
func (c *Colony) after(place uint32) uint32 {
	if place+1 == uint32(c.Model.TourCities()) {
		return 0
	}
	return place + 1
}

// cuts returns the places before which an ant's change may remove an edge of the shared tour: the lowest place of each piece, and the place
// after the interval.
func (c *Colony) cuts(ant uint32) []uint32 {
	header, pieces := c.Headers[ant], c.Pieces[ant]
	cuts := make([]uint32, 0, len(pieces)+1)
	for i, piece := range pieces {
		end := header.High + 1
		if i+1 < len(pieces) {
			end = pieces[i+1].Start
		}
		low := piece.First
		if piece.Reversed {
			low -= end - piece.Start - 1
		}
		cuts = append(cuts, low)
	}
	return append(cuts, c.after(header.High))
}

// inInterval reports whether a place is in the interval of an ant's change.
func (c *Colony) inInterval(place, ant uint32) bool {
	return c.Headers[ant].Low <= place && place <= c.Headers[ant].High
}

// acceptedAt returns the ant whose accepted change of a class has claimed the block of a place, if there is one.
func (c *Colony) acceptedAt(place, class, iteration uint32) (ant uint32, ok bool) {
	_, first := model.ClaimBlocks(c.Model.TourCities())
	key := c.Claims[iteration&1][first[class]+place>>model.BlockShift[class]]
	ant = key & (model.MaxAnts - 1)
	return ant, key != 0 && c.Headers[ant].Accepted == 1
}

// covered reports whether a cut is within an accepted change of a class, or right after it.
func (c *Colony) covered(cut, class uint32) bool {
	ant, ok := c.acceptedAt(cut, class, c.State.Iteration)
	return ok && (c.inInterval(cut, ant) || cut == c.after(c.Headers[ant].High))
}

// anyCovered reports whether a cut of an ant's change is covered by a class below a limit. If not, each accepted shorter change is outside
// the interval or within one piece.
func (c *Colony) anyCovered(ant, limit uint32) bool {
	for _, cut := range c.cuts(ant) {
		for class := range limit {
			if c.covered(cut, class) {
				return true
			}
		}
	}
	return false
}
