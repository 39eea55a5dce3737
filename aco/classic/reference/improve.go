package reference

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// Improve applies moves of the problem's local search to a tour until none makes it shorter. It
// returns the difference in length.
//
// It works in rounds with don't-look bits (Bentley 1992). A round takes the next
// model.CitiesPerRound active cities, in cyclic order from the end of the last round, and finds
// the best move of each. It applies all moves that do not conflict with a better one. The ends of
// these moves become active. Cities without a move become inactive. When no city is active, all
// become active once more, because a move of three edges also depends on the order of cities that
// are far away. Improve ends when all cities have been searched without a move.
func Improve(p *model.Problem, lists model.NeighbourLists, tour []uint32) (gain uint64) {
	s := newLocalSearch(p, lists, tour)
	for range model.MaxSearchRounds(p.Cities) {
		if !s.round() {
			break
		}
	}
	return s.gain
}

// localSearch is the state of the search on a tour.
type localSearch struct {
	p         *model.Problem
	lists     model.NeighbourLists
	moveTypes model.MoveTypes
	tour      []uint32
	position  []int // by city, in the tour
	active    []bool
	cursor    int  // the next round takes active cities from this one on
	improved  bool // since all cities became active
	gain      uint64
}

func newLocalSearch(p *model.Problem, lists model.NeighbourLists, tour []uint32) *localSearch {
	s := &localSearch{
		p: p, lists: lists, moveTypes: p.MoveTypes(), tour: tour,
		position: make([]int, len(tour)), active: slices.Repeat([]bool{true}, len(tour)),
	}
	for i, city := range tour {
		s.position[city] = i
	}
	return s
}

// round makes one round. It returns false if no move can improve the tour.
func (s *localSearch) round() bool {
	cities := s.nextActive()
	if len(cities) == 0 && s.improved {
		s.improved = false
		for city := range s.active {
			s.active[city] = true
		}
		cities = s.nextActive()
	}
	if len(cities) == 0 {
		return false
	}
	moves := make([]move, len(cities))
	for i, city := range cities {
		moves[i] = s.bestMove(city)
	}
	for i, m := range moves {
		switch {
		case m.gain == 0:
		case conflictsWithBetter(moves, i, len(s.tour)):
			s.active[cities[i]] = true
		default:
			s.improved = true
			s.gain += m.gain
			s.apply(m)
		}
	}
	return true
}

// nextActive returns the active cities of the next round and makes them inactive.
func (s *localSearch) nextActive() (cities []uint32) {
	n := len(s.active)
	for i, from := 0, s.cursor; i < n && len(cities) < model.CitiesPerRound; i++ {
		if city := (from + i) % n; s.active[city] {
			s.active[city] = false
			cities = append(cities, uint32(city))
			s.cursor = (city + 1) % n
		}
	}
	return cities
}

// conflictsWithBetter reports whether a move touches another one with a larger gain, or with an
// equal gain and a smaller index.
func conflictsWithBetter(moves []move, i, n int) bool {
	for j, other := range moves {
		if better := other.value() > moves[i].value() || other.value() == moves[i].value() && j < i; j == i ||
			other.gain == 0 || !better {
			continue
		}
		if moves[i].touches(other, n) {
			return true
		}
	}
	return false
}

// apply applies a move and makes its ends active.
func (s *localSearch) apply(m move) {
	n, length := len(s.tour), m.first+m.second
	for _, offset := range []int{0, m.first, length} {
		at := m.start + offset
		s.active[s.tour[(at+n-1)%n]], s.active[s.tour[at%n]] = true, true
	}
	first, second, both := m.reconnection.reversals()
	if first {
		s.reverse(m.start, m.first)
	}
	if second {
		s.reverse(m.start+m.first, m.second)
	}
	if both {
		s.reverse(m.start, length)
	}
}

// reverse reverses count cities of the tour from a position on.
func (s *localSearch) reverse(start, count int) {
	n := len(s.tour)
	for i := range count / 2 {
		from, to := (start+i)%n, (start+count-1-i)%n
		u, v := s.tour[from], s.tour[to]
		s.tour[from], s.tour[to] = v, u
		s.position[u], s.position[v] = to, from
	}
}

// improve improves the tours of all ants, or only the shortest tour. It stops between two ants
// when the context ends.
func (c *Colony) improve(ctx context.Context) error {
	n, best := c.Problem.Cities, shortest(c.Lengths)
	return c.divide(len(c.Lengths), func(from, to int) error {
		for ant := from; ant < to; ant++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if c.Problem.LocalSearchAnts == model.LocalSearchBestAnt && ant != best {
				continue
			}
			c.Lengths[ant] -= Improve(c.Problem, c.Lists, c.Tours[ant*n:(ant+1)*n])
		}
		return nil
	})
}
