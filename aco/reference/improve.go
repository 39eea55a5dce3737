package reference

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Improve exchanges edges of a tour until no move of the neighbourhood of problem.LocalSearch makes it shorter, and returns by
// how much it became shorter.
//
// It goes by rounds with don't-look bits (Bentley 1992). A round looks at the next problem.CitiesPerRound active cities, in
// cyclic order from where the last round ended, and finds the best move of each. Those that do not touch a better one are
// made, all of them; their ends become active, and cities without a move inactive. Exchanges of three edges depend on the
// order of cities far away, which inactive cities do not see: when none is active, all become active once more, until a round
// of all of them finds nothing.
func Improve(p *problem.Problem, lists problem.NeighbourLists, tour []uint32) (gain uint64) {
	s := newLocalSearch(p, lists, tour)
	for range problem.MaxSearchRounds(p.Cities) {
		if !s.round() {
			break
		}
	}
	return s.gain
}

// localSearch is a tour that is being improved.
type localSearch struct {
	p         *problem.Problem
	lists     problem.NeighbourLists
	exchanges problem.MoveTypes
	tour      []uint32
	position  []int // of each city in the tour
	active    []bool
	cursor    int  // the city from which on the next active ones are taken
	improved  bool // since all were active
	gain      uint64
}

func newLocalSearch(p *problem.Problem, lists problem.NeighbourLists, tour []uint32) *localSearch {
	s := &localSearch{
		p: p, lists: lists, exchanges: p.LocalSearch.MoveTypes(), tour: tour,
		position: make([]int, len(tour)), active: slices.Repeat([]bool{true}, len(tour)),
	}
	for i, city := range tour {
		s.position[city] = i
	}
	return s
}

// round makes one round. It returns false when the tour cannot be improved.
func (s *localSearch) round() bool {
	looked := s.nextActive()
	if len(looked) == 0 && s.improved {
		s.improved = false
		for city := range s.active {
			s.active[city] = true
		}
		looked = s.nextActive()
	}
	if len(looked) == 0 {
		return false
	}
	moves := make([]move, len(looked))
	for i, city := range looked {
		moves[i] = s.best(city)
	}
	for i, m := range moves {
		switch {
		case m.gain == 0:
		case conflictsWithBetter(moves, i, len(s.tour)):
			s.active[looked[i]] = true
		default:
			s.improved = true
			s.gain += m.gain
			s.apply(m)
		}
	}
	return true
}

// nextActive makes the next active cities inactive and returns them.
func (s *localSearch) nextActive() (cities []uint32) {
	n := len(s.active)
	for i, from := 0, s.cursor; i < n && len(cities) < problem.CitiesPerRound; i++ {
		if city := (from + i) % n; s.active[city] {
			s.active[city] = false
			cities = append(cities, uint32(city))
			s.cursor = (city + 1) % n
		}
	}
	return cities
}

// conflictsWithBetter reports whether a move touches one with a larger gain, of equal gains one of an earlier city.
func conflictsWithBetter(moves []move, i, n int) bool {
	for j, other := range moves {
		if better := other.value() > moves[i].value() || other.value() == moves[i].value() && j < i; j == i || other.gain == 0 || !better {
			continue
		}
		if moves[i].touches(other, n) {
			return true
		}
	}
	return false
}

// apply makes a move, and its ends active.
func (s *localSearch) apply(m move) {
	n, both := len(s.tour), m.first+m.second
	for _, border := range []int{0, m.first, both} {
		at := m.start + border
		s.active[s.tour[(at+n-1)%n]], s.active[s.tour[at%n]] = true, true
	}
	first, second, together := m.kind.reversals()
	if first {
		s.reverse(m.start, m.first)
	}
	if second {
		s.reverse(m.start+m.first, m.second)
	}
	if together {
		s.reverse(m.start, both)
	}
}

// reverse reverses a number of cities of the tour, from a position on.
func (s *localSearch) reverse(start, count int) {
	n := len(s.tour)
	for i := range count / 2 {
		from, to := (start+i)%n, (start+count-1-i)%n
		u, v := s.tour[from], s.tour[to]
		s.tour[from], s.tour[to] = v, u
		s.position[u], s.position[v] = to, from
	}
}

// improve makes the ants' tours shorter, or that of the shortest alone. It stops between two ants when the context ends.
func (c *Colony) improve(ctx context.Context) error {
	n, best := c.Problem.Cities, shortest(c.Lengths)
	for ant := range c.Lengths {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.Problem.LocalSearchAnts == problem.LocalSearchBestAnt && ant != best {
			continue
		}
		c.Lengths[ant] -= Improve(c.Problem, c.Lists, c.Tours[ant*n:(ant+1)*n])
	}
	return nil
}
