package model

// placesOf returns the number of places of a piece of a change.
func (h Header) placesOf(pieces []Piece, piece int) uint32 {
	end := h.High + 1
	if piece+1 < len(pieces) {
		end = pieces[piece+1].Start
	}
	return end - pieces[piece].Start
}

// Cuts returns the places before which a change may remove an edge of the shared tour: the lowest
// place of each piece, and the place after the interval.
func (m *Model) Cuts(h Header, pieces []Piece) []uint32 {
	cuts := make([]uint32, 0, len(pieces)+1)
	for i, piece := range pieces {
		low := piece.First
		if piece.Reversed {
			low -= h.placesOf(pieces, i) - 1
		}
		cuts = append(cuts, low)
	}
	return append(cuts, m.After(h.High))
}

// Gain returns how much shorter a change makes a tour of all cities, by the edges that it removes
// and adds. The change is possible ([Record.IsPossible]).
func (m *Model) Gain(tour []uint32, h Header, pieces []Piece) int32 {
	gain, last := int64(0), m.before(h.Low) // last: the place of the shared tour that is last in the piece before
	for i, cut := range m.Cuts(h, pieces) {
		begin, end := cut, cut
		if i < len(pieces) {
			if end += h.placesOf(pieces, i) - 1; pieces[i].Reversed {
				begin, end = end, begin
			}
		}
		gain += m.Distance(tour[m.before(cut)], tour[cut]) - m.Distance(tour[last], tour[begin])
		last = end
	}
	return int32(gain)
}
