package reference

import "math"

// move is an exchange of two or three edges, as reversals in an interval of positions. The interval begins at start and consists of two
// segments. The first segment, the second one and the whole interval may be reversed, in this order. The removed edges divide the tour into
// two or three segments; the longest one is outside the interval and does not change.
type move struct {
	gain          uint64
	start         int // position
	first, second int // lengths of the segments
	reconnection  reconnection
}

// value returns the gain limited to 32 bits. Moves are compared by it, here and on devices.
func (m move) value() uint32 { return uint32(min(m.gain, math.MaxUint32)) }

// reconnection says how the three segments of a tour are reconnected. Segment 1 does not move; r marks a reversed segment.
type reconnection int

const (
	reverseBoth       reconnection = iota // 1 2r 3r
	swapReverseThird                      // 1 3r 2
	swapReverseSecond                     // 1 3 2r
	swapSegments                          // 1 3 2
	reverseOne                            // 1 2r, a 2-opt move: there are two segments
)

// reversals returns which reversals make the move: of the first segment, of the second one, then of the whole interval.
func (k reconnection) reversals() (first, second, both bool) {
	return k != swapReverseSecond && k != reverseOne, k != swapReverseThird && k != reverseOne, k != reverseBoth
}

// rotated returns the reconnection of the same move if segment 2 is numbered 1, segment 3 is numbered 2, and segment 1 is numbered 3.
func (k reconnection) rotated() reconnection {
	if k < swapSegments {
		return (k + 1) % swapSegments
	}
	return k
}

// mirrored returns the reconnection of the same move if the tour is read backwards, which swaps segments 2 and 3.
func (k reconnection) mirrored() reconnection {
	switch k {
	case swapReverseThird:
		return swapReverseSecond
	case swapReverseSecond:
		return swapReverseThird
	}
	return k
}

// newMove returns the move of a city at a position. With the indices of bestMove, the segments end at p, q and n.
func newMove(gain uint64, position int, backward bool, p, q, n int, k reconnection) move {
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
