package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// antTour is an ant's tour, as pieces of the shared tour in the ant's order. A position is an
// index in the shared tour, a place one in the ant's tour.
type antTour struct {
	places uint32
	pieces []piece
	found  int // rank of the piece that locate has found last
}

// piece is the positions low..high, visited from low to high or, reversed, from high to low.
type piece struct {
	low, high uint32
	start     uint32 // place of the first city
	reversed  bool
}

func (s *piece) length() uint32 { return s.high - s.low + 1 }

// has reports whether a position is in the piece. Below low the difference wraps around to a large
// number.
func (s *piece) has(position uint32) bool { return position-s.low <= s.high-s.low }

// ends returns the first and the last position as the ant visits them.
func (s *piece) ends() (first, last uint32) {
	if s.reversed {
		return s.high, s.low
	}
	return s.low, s.high
}

// set replaces the pieces.
func (t *antTour) set(pieces ...piece) {
	t.pieces = append(t.pieces[:0], pieces...)
	t.found = 0
	t.number(0, 0)
}

// number computes the places of the pieces from a rank on. The first of them begins at the given
// place.
func (t *antTour) number(rank int, start uint32) {
	for ; rank < len(t.pieces); rank++ {
		t.pieces[rank].start = start
		start += t.pieces[rank].length()
	}
}

// location is where the ant's tour visits a city.
type location struct {
	position uint32
	place    uint32
	rank     int // of the piece
}

// locate returns the location of the city at a position. It looks first in the piece that it has
// found last.
func (t *antTour) locate(position uint32) location {
	if !t.pieces[t.found].has(position) {
		t.found = 0
		for !t.pieces[t.found].has(position) {
			t.found++
		}
	}
	s := &t.pieces[t.found]
	if s.reversed {
		return location{position, s.start + s.high - position, t.found}
	}
	return location{position, s.start + position - s.low, t.found}
}

// place returns the place of a position.
func (t *antTour) place(position uint32) uint32 { return t.locate(position).place }

// next returns the position after a location, or before it.
func (t *antTour) next(of location, forward bool) uint32 {
	s := &t.pieces[of.rank]
	up := forward != s.reversed
	switch {
	case up && of.position != s.high:
		return of.position + 1
	case !up && of.position != s.low:
		return of.position - 1
	case forward:
		first, _ := t.around(of.rank + 1).ends()
		return first
	default:
		_, last := t.around(of.rank - 1).ends()
		return last
	}
}

// around returns the piece of a rank. The tour is closed: before the first piece is the last, and
// after the last piece the first.
func (t *antTour) around(rank int) *piece {
	switch rank {
	case -1:
		rank = len(t.pieces) - 1
	case len(t.pieces):
		rank = 0
	}
	return &t.pieces[rank]
}

// steps returns the number of steps from a place to another one, forward or back.
func (t *antTour) steps(from, to uint32, back bool) uint32 {
	if back {
		from, to = to, from
	}
	if to < from {
		to += t.places
	}
	return to - from
}

// split splits a piece so that a place begins one. It returns the rank of that piece; at the end
// the number of pieces.
func (t *antTour) split(place uint32) int {
	rank := 0
	for rank < len(t.pieces) && t.pieces[rank].start+t.pieces[rank].length() <= place {
		rank++
	}
	if rank == len(t.pieces) || t.pieces[rank].start == place {
		return rank
	}
	head, tail := t.pieces[rank], t.pieces[rank]
	into := place - head.start
	if tail.start = place; head.reversed {
		head.low, tail.high = head.high-into+1, head.high-into
	} else {
		head.high, tail.low = head.low+into-1, head.low+into
	}
	t.pieces[rank] = head
	t.pieces = slices.Insert(t.pieces, rank+1, tail)
	return rank + 1
}

// rearrange applies a rearrangement to the places a..b-1 and b..c-1.
func (t *antTour) rearrange(r rearrangement) {
	a, b, c := t.split(r.a), t.split(r.b), t.split(r.c)
	var copied [model.MaxPieces]piece
	copy(copied[:], t.pieces[a:c])
	first, second := copied[:b-a], copied[b-a:c-a]
	if r.reverse1 {
		reverse(first)
	}
	if r.reverse2 {
		reverse(second)
	}
	if r.swap {
		first, second = second, first
	}
	copy(t.pieces[a+copy(t.pieces[a:], first):], second)
	t.number(a, r.a)
}

// reverse reverses consecutive pieces.
func reverse(pieces []piece) {
	slices.Reverse(pieces)
	for i := range pieces {
		pieces[i].reversed = !pieces[i].reversed
	}
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
