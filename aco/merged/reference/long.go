package reference

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Long accepts long changes, those of larger gain first, where they conflict with none that is accepted already, and lists them by
// length. With that the next tour and its length are known: the iteration is counted.
func (c *Colony) Long() {
	if c.State.Stop != model.Running {
		return
	}
	c.AcceptedLong = c.AcceptedLong[:0]
	for _, ant := range c.largestGains() {
		crosses := func(other uint32) bool { return c.cutsCross(ant, other) }
		if !c.anyCovered(ant, model.ClassLong) && !slices.ContainsFunc(c.AcceptedLong, crosses) {
			c.accept(ant)
			c.AcceptedLong = append(c.AcceptedLong, ant)
		}
	}
	slices.SortFunc(c.AcceptedLong, func(a, b uint32) int {
		x, y := c.Headers[a], c.Headers[b]
		return cmp.Or(cmp.Compare(y.High-y.Low, x.High-x.Low), cmp.Compare(a, b))
	})
	c.State.LongAccepted = uint32(len(c.AcceptedLong))
	c.State.LongChanges, c.LongChanges = 0, c.LongChanges[:0]
	c.State.Iteration++
	if c.isCheckDue() {
		c.State.Measured = 0
	}
}

// largestGains returns the long changes of the largest gains, of equal ones those of the ants with the larger numbers, in this order.
func (c *Colony) largestGains() []uint32 {
	ants := slices.Clone(c.LongChanges)
	slices.SortFunc(ants, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(c.Headers[b].Gain, c.Headers[a].Gain), cmp.Compare(b, a))
	})
	return ants[:min(len(ants), model.MaxLongChanges)]
}

// cutsCross reports whether the cuts of two changes cross: those of compatible ones do not, all cuts of one are between two neighbouring
// cuts of the other, along the closed tour. Then they lie apart, or one whole within one piece of the other.
func (c *Colony) cutsCross(a, b uint32) bool {
	of := c.cuts(a)
	slices.Sort(of)
	gap := -1
	for _, cut := range c.cuts(b) {
		i, same := slices.BinarySearch(of, cut)
		i %= len(of) // behind the last cut is before the first
		if same || gap >= 0 && i != gap {
			return true
		}
		gap = i
	}
	return false
}
