package reference

// best returns the best move from the city at a position, with gain 0 if no move improves the tour. It examines all sequential exchanges of
// two and three edges among candidates, in both directions.
func (a *ant) best(t1 uint32) move {
	best := move{}
	for _, back := range []bool{false, true} {
		t2 := a.tour.next(t1, !back)
		if a.closesWindow(t1, t2) {
			continue
		}
		removed := a.distance(t1, t2)
		for k, city3 := range a.candidates(t2)[:a.colony.Model.Width] {
			t3 := a.colony.Positions[city3]
			if t3 == absent {
				continue
			}
			gain := removed - a.distance(t2, t3)
			if gain <= 0 || t3 == t1 {
				continue
			}
			for side := range 2 { // t4 between t2 and t3, or beyond t3
				m := move{t: [6]uint32{t1, t2, t3, a.tour.next(t3, (side == 1) != back)}, back: back}
				if side == 0 && m.t[3] == t2 || a.closesWindow(t3, m.t[3]) {
					continue
				}
				m.number = a.firstNumber(back, k, side)
				m.gain = gain + a.distance(t3, m.t[3])
				if side == 0 {
					best.offer(m, m.gain-a.distance(m.t[3], t1), 0, turnA)
				}
				a.third(&best, m, side == 1)
			}
		}
	}
	return best
}

// firstNumber returns the number of the first move with this t1 to t4.
func (a *ant) firstNumber(back bool, k, side int) uint32 {
	if back {
		k += a.colony.Model.Width
	}
	return uint32(2*k+side) * (2*uint32(a.colony.Model.SecondWidth) + 1)
}

// offer replaces the best move by a better one.
func (m *move) offer(other move, gain int64, more uint32, kind moveKind) {
	if number := other.number + more; gain > m.gain || gain == m.gain && gain > 0 && number < m.number {
		*m = other
		m.gain, m.number, m.kind = gain, number, kind
	}
}

// third offers the exchanges of three edges that begin with t1 to t4. m.gain is their gain without the closing edge. beyond says that t4 is
// beyond t3, seen from t2. Then the tour consists of two cycles until t5 joins them.
func (a *ant) third(best *move, m move, beyond bool) {
	t1, t3, t4 := m.t[0], m.t[2], m.t[3]
	off3 := a.offset(m, t3)
	for k, city5 := range a.candidates(t4)[:a.colony.Model.SecondWidth] {
		t5 := a.colony.Positions[city5]
		if t5 == absent {
			continue
		}
		gain := m.gain - a.distance(t4, t5)
		if gain <= 0 || t5 == t3 {
			continue
		}
		off5 := a.offset(m, t5)
		offer := func(closing int, forward bool, kind moveKind) {
			t6 := a.tour.next(t5, forward != m.back)
			if kind == swapTurnA && t6 == t4 || a.closesWindow(t5, t6) {
				return
			}
			m.t[4], m.t[5] = t5, t6
			best.offer(m, gain+a.distance(t5, t6)-a.distance(t6, t1), uint32(1+2*k+closing), kind)
		}
		switch {
		case !beyond && off5 > off3:
			offer(0, false, swapTurnB)
		case !beyond:
			offer(0, true, swapTurnA)
		case off5 < off3:
			offer(0, true, swap)
			if off5 > 0 {
				offer(1, false, turnBoth)
			}
		}
	}
}

// offset returns the number of steps from t2 to a position, in the direction away from t1.
func (a *ant) offset(m move, position uint32) uint32 {
	from, to := a.tour.place(m.t[1]), a.tour.place(position)
	if m.back {
		from, to = to, from
	}
	return (to + a.tour.places - from) % a.tour.places
}
