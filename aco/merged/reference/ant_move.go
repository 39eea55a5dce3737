package reference

// move is a sequential exchange of two or three edges (Lin 1965; the steps t1 to t6 as Lin and Kernighan 1973 number them): edges
// t1-t2, t3-t4 and t5-t6 are taken out, t2-t3, t4-t5 and the closing one put in. Cities are given by their positions.
type move struct {
	gain   int64
	number uint32    // of all that are looked at: of equal gains the smallest wins
	t      [6]uint32 // positions of t1 to t6; t5 and t6 are not there in an exchange of two edges
	kind   moveKind
	back   bool // t2 is before t1
}

type moveKind int

// What lies between the edges, seen from t2 away from t1, and what becomes of it. A begins at t2, B follows it.
const (
	turnA     moveKind = iota // A = t2..t4 is reversed: two edges
	swapTurnB                 // A = t2..t4, B = t3..t6: B reversed, then A
	swapTurnA                 // A = t2..t5, B = t6..t4: B, then A reversed
	swap                      // A = t2..t5, B = t6..t3: B, then A
	turnBoth                  // A = t2..t6, B = t5..t3: both reversed
)

// rearrangement is a move on places: a..b-1 and b..c-1, where a < b ≤ c, each reversed or not, change places or not.
type rearrangement struct {
	a, b, c                  uint32
	swap, reverse1, reverse2 bool
}

// stretches are, by kind, numbers of cities among t1 to t6: where A ends, where B begins and ends, and what follows B. Where there is no B it
// ends with A, and begins with what follows.
var stretches = [...]struct{ endA, beginB, endB, behind int }{
	turnA: {4, 3, 4, 3}, swapTurnB: {4, 3, 6, 5}, swapTurnA: {5, 6, 4, 3}, swap: {5, 6, 3, 4}, turnBoth: {6, 5, 3, 4},
}

// starts returns where, in the order of places, the stretches A and B and what follows them begin, and the changes of the first two. Seen
// the other way round B comes first, each begins with its end, and t1 follows.
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
	return [3]uint32{t(2), t(of.beginB), t(of.behind)}, change
}

// on returns the move as a rearrangement. Of the three stretches of the circle the one with the last place stays as it is, and the
// others change around it.
func (m move) on(place func(position uint32) uint32) rearrangement {
	x, r := m.starts(place)
	switch {
	case m.kind == turnA:
		return rearrangement{a: min(x[0], x[2]), b: max(x[0], x[2]), c: max(x[0], x[2]), reverse1: true}
	case x[2] > x[0] && x[2] > x[1]:
		return rearrangement{x[0], x[1], x[2], r.swap, r.reverse1, r.reverse2}
	case x[0] > x[1] && x[0] > x[2]: // what is first stays
		if r.reverse1 {
			return rearrangement{x[1], x[2], x[0], !r.swap, !r.reverse2, true}
		}
		return rearrangement{x[1], x[2], x[0], r.swap, r.reverse2, false}
	default: // what is second stays
		if r.reverse2 {
			return rearrangement{x[2], x[0], x[1], !r.swap, true, !r.reverse1}
		}
		return rearrangement{x[2], x[0], x[1], r.swap, false, r.reverse1}
	}
}
