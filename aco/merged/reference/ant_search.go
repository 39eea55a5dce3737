package reference

// best returns the best move from the city at a position, with gain 0 if no move improves the tour. It examines all sequential exchanges of
// two and three edges among candidates, in both directions.
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

// third offers the exchanges of three edges that begin with t1 to t4. m.gain is their gain without the closing edge. t2 and t3 have the given
// places. beyond says that t4 is beyond t3, seen from t2. Then the tour consists of two cycles until t5 joins them.
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

// closing offers the exchange that removes the edge from t5 forward, as seen from t2, or back. gain is that without the edges of t6.
func (a *ant) closing(best, m *move, at5 spot, forward bool, gain int64, more uint32, kind moveKind) {
	t5, t6 := at5.position, a.tour.next(at5, forward != m.back)
	if kind == swapTurnA && t6 == m.t[3] || a.keeps(t5, t6) {
		return
	}
	m.t[4], m.t[5] = t5, t6
	best.offer(m, gain+a.between(t5, t6)-a.between(t6, m.t[0]), more, kind)
}
