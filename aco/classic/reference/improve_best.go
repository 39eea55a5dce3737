package reference

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// bestMove returns the best move of a city; if several are equal, the first. Its gain is 0 if no
// move improves the tour.
//
// A move of city b removes the edge to a, one of its two neighbours in the tour. It adds an edge
// from b to c, a city of b's neighbour list that is nearer than a, and removes the edge from c to
// d, one of c's neighbours in the tour. A 2-opt move then adds the edge from d to a. A move of
// three edges adds the edge from d to e, removes the edge from e to f and adds the edge from f to
// a. Lists are sorted by distance. The search leaves a list when the edges removed so far are no
// longer than the edges added so far. Or-opt does not check this for the edge from d to e.
//
// Indices number the cities along the tour: a has index 1, and b, the last one, has index n. If a
// is the city before b, the tour is read backwards. In asymmetric instances only forward moves
// that reverse no segment exist. Moves that remove a fixed edge are skipped.
func (s *localSearch) bestMove(b uint32) move {
	f := moveFinder{localSearch: s, b: b}
	f.tryDirection()
	if s.p.Symmetric {
		f.backward = true
		f.tryDirection()
	}
	return f.best
}

// moveFinder finds the best move of city b.
type moveFinder struct {
	*localSearch
	b        uint32
	backward bool
	best     move
}

// cityAt returns the city with an index. Indices wrap around.
func (f *moveFinder) cityAt(index int) uint32 {
	n := len(f.tour)
	if f.backward {
		index = n - index
	}
	return f.tour[(f.position[f.b]+index+n)%n]
}

// indexOf is the inverse of cityAt.
func (f *moveFinder) indexOf(city uint32) int {
	n := len(f.tour)
	ahead := f.position[city] - f.position[f.b]
	if f.backward {
		ahead = -ahead
	}
	return (ahead+n-1)%n + 1
}

// consider keeps a move if it is better than the best one so far. removed and added are the
// lengths of its edges.
func (f *moveFinder) consider(removed, added uint64, p, q int, k reconnection) {
	if removed <= added {
		return
	}
	if m := newMove(removed-added, f.position[f.b], f.backward, p, q, len(f.tour), k); m.value() > f.best.value() {
		f.best = m
	}
}

// tryDirection tries the moves that remove the edge from b to the city with index 1.
func (f *moveFinder) tryDirection() {
	if f.p.Fixed.Has(f.b, f.cityAt(1)) {
		return
	}
	n := len(f.tour)
	edge := f.p.Distance(f.b, f.cityAt(1))
	cities, distances := f.neighbours(f.b)
	for k, c := range cities {
		if distances[k] >= edge {
			break
		}
		x, removed := f.indexOf(c), uint64(edge-distances[k])
		if x+1 < n && f.p.Symmetric {
			f.tryClosings(x, x+1, removed+uint64(f.p.Distance(f.cityAt(x+1), c)))
		}
		f.tryClosings(x, x-1, removed+uint64(f.p.Distance(f.cityAt(x-1), c)))
	}
}

// neighbours returns the part of a city's list that local search uses.
func (s *localSearch) neighbours(city uint32) (cities, distances []uint32) {
	cities, distances = s.lists.Of(city)
	return cities[:s.p.Neighbours], distances[:s.p.Neighbours]
}

// tryClosings tries the moves in which c has index x and d has index w. removed is the length of
// the removed edges without the edge from b to c.
func (f *moveFinder) tryClosings(x, w int, removed uint64) {
	n, d := len(f.tour), f.cityAt(w)
	if f.p.Fixed.Has(f.cityAt(x), d) {
		return
	}
	if f.moveTypes.TwoOpt && w > x {
		f.consider(removed, uint64(f.p.Distance(d, f.cityAt(1))), x, n, reverseOne)
	}
	if f.moveTypes.OrOpt {
		for y := n; y > n-model.MaxSegmentCities; y-- { // segments that end with b
			f.tryThirdEdge(x, w, y, removed, uint64(f.p.Distance(d, f.cityAt(y))))
		}
		for i := range model.MaxSegmentCities { // segments that begin with c and extend away from d
			y := x + (i+1)*(x-w)
			if y < 1 || y > n {
				break
			}
			f.tryThirdEdge(x, w, y, removed, uint64(f.p.Distance(d, f.cityAt(y))))
		}
	}
	if f.moveTypes.ThreeOpt {
		cities, distances := f.neighbours(d)
		for k, e := range cities {
			if uint64(distances[k]) >= removed {
				break
			}
			f.tryThirdEdge(x, w, f.indexOf(e), removed, uint64(distances[k]))
		}
	}
}

// tryThirdEdge tries the moves that add the edge from d to e, which has index y. It skips moves
// that do not make a tour or only exchange two edges.
func (f *moveFinder) tryThirdEdge(x, w, y int, removed, added uint64) {
	e := f.cityAt(y)
	consider := func(next uint32, p, q int, k reconnection) { // next is f of the move
		if f.p.Fixed.Has(e, next) {
			return
		}
		f.consider(removed+uint64(f.p.Distance(next, e)), added+uint64(f.p.Distance(next, f.cityAt(1))), p, q, k)
	}
	switch {
	case w > x && y < x && y > 1:
		consider(f.cityAt(y+1), y, x, swapReverseSecond)
	case w > x && y > w+1:
		consider(f.cityAt(y-1), x, y-1, swapReverseThird)
	case w < x && y > x:
		if f.moveTypes.ThreeOpt && f.p.Symmetric && y < len(f.tour)-1 {
			consider(f.cityAt(y+1), w, y, reverseBoth)
		}
		consider(f.cityAt(y-1), w, y-1, swapSegments)
	}
}

// move is an exchange of two or three edges, as reversals in an interval of positions. The
// interval begins at start and consists of two segments. The first segment, the second one and the
// whole interval may be reversed, in this order. The removed edges divide the tour into two or
// three segments; the longest one is outside the interval and does not change.
type move struct {
	gain          uint64
	start         int // position
	first, second int // lengths of the segments
	reconnection  reconnection
}

// value returns the gain limited to 32 bits. Moves are compared by it, here and on devices.
func (m move) value() uint32 { return uint32(min(m.gain, math.MaxUint32)) }

// reconnection says how the three segments of a tour are reconnected. Segment 1 does not move; r
// marks a reversed segment.
type reconnection int

const (
	reverseBoth       reconnection = iota // 1 2r 3r
	swapReverseThird                      // 1 3r 2
	swapReverseSecond                     // 1 3 2r
	swapSegments                          // 1 3 2
	reverseOne                            // 1 2r, a 2-opt move: there are two segments
)

// reversals returns which reversals make the move: of the first segment, of the second one, then
// of the whole interval.
func (k reconnection) reversals() (first, second, both bool) {
	return k != swapReverseSecond && k != reverseOne, k != swapReverseThird && k != reverseOne, k != reverseBoth
}

// rotated returns the reconnection of the same move if segment 2 is numbered 1, segment 3 is
// numbered 2, and segment 1 is numbered 3.
func (k reconnection) rotated() reconnection {
	if k < swapSegments {
		return (k + 1) % swapSegments
	}
	return k
}

// mirrored returns the reconnection of the same move if the tour is read backwards, which swaps
// segments 2 and 3.
func (k reconnection) mirrored() reconnection {
	switch k {
	case swapReverseThird:
		return swapReverseSecond
	case swapReverseSecond:
		return swapReverseThird
	}
	return k
}

// newMove returns the move of a city at a position. With the indices of bestMove, the segments end
// at p, q and n.
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

// touches reports whether the intervals of two moves have a common position, or are adjacent and
// so share an edge.
func (m move) touches(other move, n int) bool {
	ahead := (other.start - m.start + n) % n
	return ahead <= m.first+m.second || ahead+other.first+other.second >= n
}
