package model

import (
	"github.com/aco-vk/aco-vk/aco/philox"
)

// Draws has the random words of an ant in an iteration.
type Draws struct {
	City, Scale uint32
	Segments    [3]uint32
	Back        uint32 // how far before the city the segments begin
	Accept      uint32
}

// DrawsFor returns an ant's random words.
func (m *Model) DrawsFor(colony, iteration, ant uint32) Draws {
	key := philox.Key(m.Seed, colony)
	a := philox.Block([4]uint32{iteration, ant, 0, 0}, key)
	b := philox.Block([4]uint32{iteration, ant, 1, 0}, key)
	return Draws{City: a[0], Scale: a[1], Segments: [3]uint32{a[2], a[3], b[0]}, Back: b[1], Accept: b[2]}
}

// Stratum returns the range of cities from which an ant draws its start. The ants divide them as
// evenly as possible; each has at least one.
func (m *Model) Stratum(ant uint32) (first, count uint32) {
	n, ants := uint32(m.Cities), uint32(m.Ants)
	each, more := n/ants, n%ants
	first, count = ant*each+min(ant, more), each
	if ant < more {
		count++
	}
	return min(first, n-1), max(count, 1)
}

// PassFixed moves the cuts of a kick forward until none is at a fixed edge of the tour: a cut at a
// fixed edge moves to the next position, and so does a cut that another one has reached. It
// reports whether there is room for all cuts.
func (m *Model) PassFixed(tour []uint32, cuts *[4]uint32) bool {
	if m.Fixed == nil {
		return true
	}
	for i := range cuts {
		if i > 0 {
			cuts[i] = max(cuts[i], cuts[i-1]+1)
		}
		if cuts[i] < uint32(len(tour)) && m.Fixed.Has(tour[cuts[i]-1], tour[cuts[i]]) {
			cuts[i]++
		}
	}
	return cuts[3] < uint32(len(tour))
}

// Kick returns the positions in the shared tour at which the three consecutive segments of a
// double bridge begin, and the position after the last one. The first and the last position of the
// tour never move. position has the ant's city.
func (m *Model) Kick(s Settings, d Draws, position uint32) (cuts [4]uint32) {
	longest := min(max(s.Kick>>philox.Bounded(d.Scale, s.Scales), 1), uint32(m.Cities-2)/3)
	var lengths [3]uint32
	total := uint32(0)
	for i, word := range d.Segments {
		lengths[i] = 1 + philox.Bounded(word, longest)
		total += lengths[i]
	}
	back := philox.Bounded(d.Back, total)
	before := min(max(position, back)-back, uint32(m.Cities)-2-total)
	cuts[0] = before + 1
	for i, length := range lengths {
		cuts[i+1] = cuts[i] + length
	}
	return cuts
}
