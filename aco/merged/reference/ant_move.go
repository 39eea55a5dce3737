package reference

// move is a sequential exchange of two or three edges (Lin 1965; the steps t1 to t6 as Lin and Kernighan 1973 number them): it
// removes the edges t1-t2, t3-t4 and t5-t6, and adds t2-t3, t4-t5 and the closing edge. Cities are given by their positions.
type move struct {
	gain   int64
	number uint32    // in the order of examination; among equal gains the smallest wins
	t      [6]uint32 // positions of t1 to t6; t5 and t6 are unused in an exchange of two edges
	kind   moveKind
	back   bool // t2 is before t1
}

type moveKind int

// The kinds differ in the segments A and B between the removed edges and in their new order. A begins at t2, away from t1. B follows A.
const (
	turnA     moveKind = iota // A = t2..t4 is reversed: two edges
	swapTurnB                 // A = t2..t4, B = t3..t6: B reversed, then A
	swapTurnA                 // A = t2..t5, B = t6..t4: B, then A reversed
	swap                      // A = t2..t5, B = t6..t3: B, then A
	turnBoth                  // A = t2..t6, B = t5..t3: both reversed
)

// rearrangement is a move on places. It reverses or swaps the segments a..b-1 and b..c-1, where a < b ≤ c.
type rearrangement struct {
	a, b, c                  uint32
	swap, reverse1, reverse2 bool
}

// stretches has, by kind, the numbers (1 to 6) of the cities at which A ends and B begins and ends, and of the city after B. If there is no
// B, it ends with A and begins with the city after A.
var stretches = [...]struct{ endA, beginB, endB, after int }{
	turnA: {4, 3, 4, 3}, swapTurnB: {4, 3, 6, 5}, swapTurnA: {5, 6, 4, 3}, swap: {5, 6, 3, 4}, turnBoth: {6, 5, 3, 4},
}

// starts returns the first places of the two segments and of the rest, in the order of places, and the changes of the segments. If t2 is
// before t1, B comes first, each segment begins with its end, and t1 begins the rest.
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

// on returns the move as a rearrangement. The segment with the last place remains unchanged, and the other two change.
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
