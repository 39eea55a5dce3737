package reference

// move is a sequential exchange of two or three edges (Lin 1965; the steps t1 to t6 as Lin and
// Kernighan 1973 number them): it removes the edges t1-t2, t3-t4 and t5-t6, and adds t2-t3, t4-t5
// and the closing edge. Cities are given by their positions.
type move struct {
	gain   int64
	number uint32    // in the order of examination; among equal gains the smallest wins
	t      [6]uint32 // positions of t1 to t6; t5 and t6 are unused in an exchange of two edges
	kind   moveKind
	back   bool // t2 is before t1
}

type moveKind int

// The kinds differ in the segments A and B between the removed edges and in their new order. A
// begins at t2, away from t1. B follows A.
const (
	turnA     moveKind = iota // A = t2..t4 is reversed: two edges
	swapTurnB                 // A = t2..t4, B = t3..t6: B reversed, then A
	swapTurnA                 // A = t2..t5, B = t6..t4: B, then A reversed
	swap                      // A = t2..t5, B = t6..t3: B, then A
	turnBoth                  // A = t2..t6, B = t5..t3: both reversed
)

// rearrangement is a move on places. It reverses or swaps the segments a..b-1 and b..c-1, where a
// < b ≤ c.
type rearrangement struct {
	a, b, c                  uint32
	swap, reverse1, reverse2 bool
}

// stretches has, by kind, the numbers (1 to 6) of the cities at which A ends and B begins and
// ends, and of the city after B. If there is no B, it ends with A and begins with the city after
// A.
var stretches = [...]struct{ endA, beginB, endB, after int }{
	turnA: {4, 3, 4, 3}, swapTurnB: {4, 3, 6, 5}, swapTurnA: {5, 6, 4, 3}, swap: {5, 6, 3, 4}, turnBoth: {6, 5, 3, 4},
}

// starts returns the first places of the two segments and of the rest, in the order of places, and
// the changes of the segments. If t2 is before t1, B comes first, each segment begins with its
// end, and t1 begins the rest.
func (m move) starts(place func(position uint32) uint32) (x [3]uint32, change rearrangement) {
	t := func(i int) uint32 { return place(m.t[i-1]) }
	of := stretches[m.kind]
	change = rearrangement{
		swap:     m.kind == swap || m.kind == swapTurnA || m.kind == swapTurnB,
		reverse1: m.kind == turnA || m.kind == swapTurnA || m.kind == turnBoth,
		reverse2: m.kind == swapTurnB || m.kind == turnBoth,
	}
	if m.back {
		change.reverse1, change.reverse2 = change.reverse2, change.reverse1
		return [3]uint32{t(of.endB), t(of.endA), t(1)}, change
	}
	return [3]uint32{t(2), t(of.beginB), t(of.after)}, change
}

// on returns the move as a rearrangement. The segment with the last place remains unchanged, and
// the other two change.
func (m move) on(place func(position uint32) uint32) rearrangement {
	x, r := m.starts(place)
	switch {
	case m.kind == turnA:
		return rearrangement{a: min(x[0], x[2]), b: max(x[0], x[2]), c: max(x[0], x[2]), reverse1: true}
	case x[2] > x[0] && x[2] > x[1]:
		return rearrangement{x[0], x[1], x[2], r.swap, r.reverse1, r.reverse2}
	case x[0] > x[1] && x[0] > x[2]: // the first segment remains
		if r.reverse1 {
			return rearrangement{x[1], x[2], x[0], !r.swap, !r.reverse2, true}
		}
		return rearrangement{x[1], x[2], x[0], r.swap, r.reverse2, false}
	default: // the second segment remains
		if r.reverse2 {
			return rearrangement{x[2], x[0], x[1], !r.swap, true, !r.reverse1}
		}
		return rearrangement{x[2], x[0], x[1], r.swap, false, r.reverse1}
	}
}

// best returns the best move from the city at a position, with gain 0 if no move improves the
// tour. It examines all sequential exchanges of two and three edges among candidates, in both
// directions.
func (a *ant) best(t1 uint32) move {
	best := move{}
	at1 := a.tour.locate(t1)
	for _, back := range [...]bool{false, true} {
		t2 := a.tour.next(at1, !back)
		if a.keeps(t1, t2) {
			continue
		}
		place2 := a.tour.place(t2)
		removed, first := a.between(t1, t2), a.firstCandidate(t2)
		for k := range a.width {
			gain := removed - int64(a.near[first+k])
			if gain <= 0 {
				continue
			}
			t3 := a.positions[a.candidates[first+k]]
			if t3 == t1 {
				continue
			}
			at3, m := a.tour.locate(t3), move{t: [6]uint32{t1, t2, t3}, back: back}
			for side := range 2 { // t4 between t2 and t3, or beyond t3
				t4 := a.tour.next(at3, (side == 1) != back)
				if side == 0 && t4 == t2 || a.keeps(t3, t4) {
					continue
				}
				m.t[3], m.number, m.gain = t4, a.firstNumber(back, k, side), gain+a.between(t3, t4)
				if side == 0 {
					best.offer(&m, m.gain-a.between(t4, t1), 0, turnA)
				}
				a.third(&best, &m, place2, at3.place, side == 1)
			}
		}
	}
	return best
}

// firstNumber returns the number of the first move with this t1 to t4.
func (a *ant) firstNumber(back bool, k uint32, side int) uint32 {
	if back {
		k += a.width
	}
	return (2*k + uint32(side)) * (2*a.secondWidth + 1)
}

// offer replaces the best move by a better one.
func (m *move) offer(other *move, gain int64, more uint32, kind moveKind) {
	if number := other.number + more; gain > m.gain || gain == m.gain && gain > 0 && number < m.number {
		*m = *other
		m.gain, m.number, m.kind = gain, number, kind
	}
}

// third offers the exchanges of three edges that begin with t1 to t4. m.gain is their gain without
// the closing edge. t2 and t3 have the given places. beyond says that t4 is beyond t3, seen from
// t2. Then the tour consists of two cycles until t5 joins them.
func (a *ant) third(best, m *move, place2, place3 uint32, beyond bool) {
	off3, first := a.tour.steps(place2, place3, m.back), a.firstCandidate(m.t[3])
	for k := range a.secondWidth {
		gain := m.gain - int64(a.near[first+k])
		if gain <= 0 {
			continue
		}
		t5 := a.positions[a.candidates[first+k]]
		if t5 == m.t[2] {
			continue
		}
		at5 := a.tour.locate(t5)
		off5 := a.tour.steps(place2, at5.place, m.back)
		switch {
		case !beyond && off5 > off3:
			a.closing(best, m, at5, false, gain, 1+2*k, swapTurnB)
		case !beyond:
			a.closing(best, m, at5, true, gain, 1+2*k, swapTurnA)
		case off5 < off3:
			a.closing(best, m, at5, true, gain, 1+2*k, swap)
			if off5 > 0 {
				a.closing(best, m, at5, false, gain, 2+2*k, turnBoth)
			}
		}
	}
}

// closing offers the exchange that removes the edge from t5 forward, as seen from t2, or back.
// gain is that without the edges of t6.
func (a *ant) closing(best, m *move, at5 location, forward bool, gain int64, more uint32, kind moveKind) {
	t5, t6 := at5.position, a.tour.next(at5, forward != m.back)
	if kind == swapTurnA && t6 == m.t[3] || a.keeps(t5, t6) {
		return
	}
	m.t[4], m.t[5] = t5, t6
	best.offer(m, gain+a.between(t5, t6)-a.between(t6, m.t[0]), more, kind)
}
