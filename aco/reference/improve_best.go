package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// best returns the best move of a city, of equally good ones the first, or one without gain.
//
// A move of city b takes the edge to one of its two neighbours in the tour, a, and joins b with a city c of its list that is
// nearer than a; the edge of c to d, one of its neighbours in the tour, is taken. Either d is joined with a, which is an exchange of two
// edges. Or d is joined with e, whose edge to f is taken, and f is joined with a. What is taken exceeds what is added after
// each pair of edges, but for the last of or-opt; lists ascend, so what is left of them is their beginning.
//
// Cities are numbered by the way from a, the first, to b, the last. Where it is the tour read backwards, moves of asymmetric
// instances are not made, and for these no move that reverses a part.
func (s *localSearch) best(b uint32) move {
	f := moveFinder{localSearch: s, b: b}
	f.tryNeighbours()
	if p := s.p; p.Symmetric {
		f.backward = true
		f.tryNeighbours()
	}
	return f.move
}

// moveFinder looks for the best move of a city.
type moveFinder struct {
	*localSearch
	b        uint32
	backward bool
	move     move
}

// at returns the city at a place on the way, from 1 to n; before and beyond it the way goes round.
func (f *moveFinder) at(place int) uint32 {
	n := len(f.tour)
	if f.backward {
		place = n - place
	}
	return f.tour[(f.position[f.b]+place+n)%n]
}

// place is the inverse of at.
func (f *moveFinder) place(city uint32) int {
	n := len(f.tour)
	ahead := f.position[city] - f.position[f.b]
	if f.backward {
		ahead = -ahead
	}
	return (ahead+n-1)%n + 1
}

// offer keeps a move if it is better than the one before.
func (f *moveFinder) offer(taken, added uint64, p, q int, k kind) {
	if taken <= added {
		return
	}
	if m := newMove(taken-added, f.position[f.b], f.backward, p, q, len(f.tour), k); m.value() > f.move.value() {
		f.move = m
	}
}

// tryNeighbours looks at the moves that take the edge to one of the neighbours.
func (f *moveFinder) tryNeighbours() {
	n := len(f.tour)
	edge := f.p.Distance(f.b, f.at(1))
	cities, distances := f.list(f.b)
	for k, c := range cities {
		if distances[k] >= edge {
			break
		}
		x, taken := f.place(c), uint64(edge-distances[k])
		if x+1 < n && f.p.Symmetric {
			f.tryClosings(x, x+1, taken+uint64(f.p.Distance(f.at(x+1), c)))
		}
		f.tryClosings(x, x-1, taken+uint64(f.p.Distance(f.at(x-1), c)))
	}
}

// list returns the part of a city's list that is used here.
func (s *localSearch) list(city uint32) (cities, distances []uint32) {
	cities, distances = s.lists.Of(city)
	return cities[:s.p.Neighbours], distances[:s.p.Neighbours]
}

// tryClosings looks at the moves where the places of c and d are x and w.
func (f *moveFinder) tryClosings(x, w int, taken uint64) {
	n, d := len(f.tour), f.at(w)
	if f.exchanges.TwoOpt && w > x {
		f.offer(taken, uint64(f.p.Distance(d, f.at(1))), x, n, kindTwo)
	}
	if f.exchanges.OrOpt {
		for y := n; y > n-problem.MaxSegmentCities; y-- { // of cities that end with b
			f.tryThirdEdge(x, w, y, taken, uint64(f.p.Distance(d, f.at(y))))
		}
		for i := range problem.MaxSegmentCities { // of cities that begin with c, away from d
			y := x + (i+1)*(x-w)
			if y < 1 || y > n {
				break
			}
			f.tryThirdEdge(x, w, y, taken, uint64(f.p.Distance(d, f.at(y))))
		}
	}
	if f.exchanges.ThreeOpt {
		cities, distances := f.list(d)
		for k, e := range cities {
			if uint64(distances[k]) >= taken {
				break
			}
			f.tryThirdEdge(x, w, f.place(e), taken, uint64(distances[k]))
		}
	}
}

// tryThirdEdge looks at the moves that join d with e, whose place is y. Left out is what is no tour, and what is an exchange of two edges.
func (f *moveFinder) tryThirdEdge(x, w, y int, taken, added uint64) {
	e := f.at(y)
	offer := func(next uint32, p, q int, k kind) { // next is f
		f.offer(taken+uint64(f.p.Distance(next, e)), added+uint64(f.p.Distance(next, f.at(1))), p, q, k)
	}
	switch {
	case w > x && y < x && y > 1:
		offer(f.at(y+1), y, x, kindFirstReversed)
	case w > x && y > w+1:
		offer(f.at(y-1), x, y-1, kindSecondReversed)
	case w < x && y > x:
		if f.exchanges.ThreeOpt && f.p.Symmetric && y < len(f.tour)-1 {
			offer(f.at(y+1), w, y, kindBothReversed)
		}
		offer(f.at(y-1), w, y-1, kindExchanged)
	}
}
