package reference

// antTour is an ant's tour, as pieces of the shared tour in the ant's order. A position is an index in the shared tour, a place one in the
// ant's tour.
type antTour struct {
	places uint32
	pieces []segment
}

// segment is the positions low..high, visited from low to high or, reversed, from high to low.
type segment struct {
	low, high uint32
	reversed  bool
}

func (s segment) length() uint32 { return s.high - s.low + 1 }

// ends returns the first and the last position as the ant visits them.
func (s segment) ends() (first, last uint32) {
	if s.reversed {
		return s.high, s.low
	}
	return s.low, s.high
}

// locate returns the rank of the piece that contains a position, and the place of the piece's first city.
func (t *antTour) locate(position uint32) (rank int, start uint32) {
	for rank, s := range t.pieces {
		if s.low <= position && position <= s.high {
			return rank, start
		}
		start += s.length()
	}
	return -1, 0
}

// place returns the place of a position.
func (t *antTour) place(position uint32) uint32 {
	rank, start := t.locate(position)
	if s := t.pieces[rank]; s.reversed {
		return start + s.high - position
	}
	return start + position - t.pieces[rank].low
}

// next returns the position after another one, or before it.
func (t *antTour) next(position uint32, forward bool) uint32 {
	rank, _ := t.locate(position)
	s := t.pieces[rank]
	first, last := s.ends()
	end, step := last, 1
	if !forward {
		end, step = first, -1
	}
	if position != end {
		if forward != s.reversed {
			return position + 1
		}
		return position - 1
	}
	first, last = t.pieces[(rank+step+len(t.pieces))%len(t.pieces)].ends()
	if forward {
		return first
	}
	return last
}

// split splits a piece so that a place begins one.
func (t *antTour) split(place uint32) {
	start := uint32(0)
	for rank, s := range t.pieces {
		if into := place - start; place > start && into < s.length() {
			head, tail := s, s
			if s.reversed {
				head.low, tail.high = s.high-into+1, s.high-into
			} else {
				head.high, tail.low = s.low+into-1, s.low+into
			}
			t.pieces = append(t.pieces[:rank], append([]segment{head, tail}, t.pieces[rank+1:]...)...)
			return
		}
		start += s.length()
	}
}

// rank returns the rank of the piece that begins at a place. At the end it returns the number of pieces.
func (t *antTour) rank(place uint32) int {
	start := uint32(0)
	for rank, s := range t.pieces {
		if start == place {
			return rank
		}
		start += s.length()
	}
	return len(t.pieces)
}

// rearrange applies a rearrangement to the places a..b-1 and b..c-1.
func (t *antTour) rearrange(r rearrangement) {
	for _, place := range []uint32{r.a, r.b, r.c} {
		t.split(place)
	}
	a, b, c := t.rank(r.a), t.rank(r.b), t.rank(r.c)
	first, second := reversedIf(t.pieces[a:b], r.reverse1), reversedIf(t.pieces[b:c], r.reverse2)
	if r.swap {
		first, second = second, first
	}
	copy(t.pieces[a:], append(first, second...))
}

// reversedIf returns a copy of pieces, which it reverses if reverse is true.
func reversedIf(pieces []segment, reverse bool) []segment {
	turned := append([]segment(nil), pieces...)
	if reverse {
		for i, s := range pieces {
			s.reversed = !s.reversed
			turned[len(pieces)-1-i] = s
		}
	}
	return turned
}

// unchanged reports whether the ant's tour is the shared one.
func (t *antTour) unchanged() bool {
	low := uint32(0)
	for _, s := range t.pieces {
		if s.low != low || s.reversed && s.length() > 1 {
			return false
		}
		low = s.high + 1
	}
	return true
}
