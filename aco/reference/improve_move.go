package reference

import "math"

// move is an exchange of two or three edges as reversals of intervals of positions. The interval from start consists of two
// parts; the first, the second and both together, in this order, may be reversed. What lies beyond it stays as it is: of the
// two or three parts into which the edges divide the tour it is the longest.
type move struct {
	gain          uint64
	start         int // position
	first, second int // positions of the parts
	kind          kind
}

// value returns the gain in 32 bits, by which moves are compared, like on devices. Larger gains are equal.
func (m move) value() uint32 { return uint32(min(m.gain, math.MaxUint32)) }

// kind says how a tour's three parts, of which the first stays, are put together again; r is a part reversed.
type kind int

const (
	kindBothReversed   kind = iota // 1 2r 3r
	kindSecondReversed             // 1 3r 2
	kindFirstReversed              // 1 3 2r
	kindExchanged                  // 1 3 2
	kindTwo                        // 1 2r: there are two parts
)

// reversals returns the reversals of the move: of the parts, then of both together.
func (k kind) reversals() (first, second, both bool) {
	return k != kindFirstReversed && k != kindTwo, k != kindSecondReversed && k != kindTwo, k != kindBothReversed
}

// rotated is the kind of the same move when the second part is called the first, the third the second, and the first the third.
func (k kind) rotated() kind {
	if k < kindExchanged {
		return (k + 1) % kindExchanged
	}
	return k
}

// mirrored is the kind of the same move when the tour is read backwards: the second part is called the third.
func (k kind) mirrored() kind {
	switch k {
	case kindSecondReversed:
		return kindFirstReversed
	case kindFirstReversed:
		return kindSecondReversed
	}
	return k
}

// newMove makes a move of the parts of the way from after a city to the city itself, either onward or backward: they end with
// the p-th, q-th and last city of the way.
func newMove(gain uint64, position int, backward bool, p, q, n int, k kind) move {
	lengths := [3]int{p, q - p, n - q}
	start := position + 1
	if backward {
		lengths[1], lengths[2] = lengths[2], lengths[1]
		start = position - p
		k = k.mirrored()
	}
	for lengths[0] < max(lengths[1], lengths[2]) {
		start += lengths[0]
		lengths[0], lengths[1], lengths[2] = lengths[1], lengths[2], lengths[0]
		k = k.rotated()
	}
	return move{gain, (start + lengths[0] + n) % n, lengths[1], lengths[2], k}
}

// touches reports whether the intervals of two moves have a common position, or are adjacent and so share an edge.
func (m move) touches(other move, n int) bool {
	ahead := (other.start - m.start + n) % n
	return ahead <= m.first+m.second || ahead+other.first+other.second >= n
}
