package reference

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Long accepts long changes that do not conflict with accepted ones, the largest gain first, and
// sorts them by length. Then the next tour and its length are determined, so that it counts the
// iteration.
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

// largestGains returns the long changes with the largest gains in descending order. Among equal
// gains the larger ant number is first.
func (c *Colony) largestGains() []uint32 {
	ants := slices.Clone(c.LongChanges)
	slices.SortFunc(ants, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(c.Headers[b].Gain, c.Headers[a].Gain), cmp.Compare(b, a))
	})
	return ants[:min(len(ants), model.MaxLongChanges)]
}

// cutsCross reports whether the cuts of two changes cross. If not, all cuts of one are between two
// adjacent cuts of the other, along the closed tour. Then the changes are disjoint, or one is
// within a piece of the other, and both can be accepted.
func (c *Colony) cutsCross(a, b uint32) bool {
	of := c.cutsOf(a)
	slices.Sort(of)
	gap := -1
	for _, cut := range c.cutsOf(b) {
		i, same := slices.BinarySearch(of, cut)
		i %= len(of) // after the last cut is before the first
		if same || gap >= 0 && i != gap {
			return true
		}
		gap = i
	}
	return false
}
