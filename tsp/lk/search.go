package lk

import (
	"math"
	"math/bits"
)

// A Search improves one tour. It is not safe for concurrent use.
type Search struct {
	*Problem
	tour   []int32 // cities by position
	pos    []int32 // positions by city
	links  []links // tour neighbours by city; nil if moves are reversals
	length int64

	queue  queue
	random uint64

	t     [2 * maxDepth]int32 // ends of the removed edges of the current move, in pairs
	paths paths               // the current move's paths

	undo undo
	// open is the best move of maxDepth edges that closes to a tour.
	open  move
	added [][2]int32 // edges that earlier rounds of the search have added
}

// links are the two tour neighbours of a city, in no order.
type links [2]link

// link is a city with its distance from another one.
type link struct{ city, distance int32 }

// New returns a search from a tour, a permutation of the problem's cities that has its fixed
// edges. The search copies the tour. Searches of the same problem may run concurrently.
func New(problem *Problem, tour []int32, seed uint64) *Search {
	n := len(tour)
	s := &Search{
		Problem: problem, tour: make([]int32, n), pos: make([]int32, n),
		queue: newQueue(n), undo: newUndo(n, problem.reverses),
	}
	if !s.reverses {
		s.links = make([]links, n)
	}
	s.Restart(tour, seed)
	return s
}

// Restart makes the search the one that [New] returns for another tour of the problem. It allocates nothing.
func (s *Search) Restart(tour []int32, seed uint64) {
	copy(s.tour, tour)
	s.random, s.length = seed, 0
	s.undo.clear()
	s.Settle() // in the order of the tour, whatever was due before
	for at, city := range s.tour {
		s.pos[city] = int32(at)
		s.queue.push(city)
	}
	last := s.tour[len(s.tour)-1]
	for _, city := range s.tour {
		d := s.distance(last, city)
		if !s.reverses {
			s.links[last][1], s.links[city][0] = link{city, d}, link{last, d}
		}
		s.length += int64(d)
		last = city
	}
}

// Tour returns the cities in the order of the tour. The slice is valid until the next call of a method
// that changes the tour: Run, Improve or Restart.
func (s *Search) Tour() []int32 { return s.tour }

// Length returns the length of the tour.
func (s *Search) Length() int64 { return s.length }

// Run makes the tour locally optimal, then kicks it as often as kicks says. It returns how much
// shorter the tour is.
func (s *Search) Run(kicks int) (gain int64) {
	before := s.length
	s.Improve(math.MaxInt)
	for range kicks {
		gain := s.kick() + s.improve()
		if gain >= 0 {
			s.length -= gain
			s.undo.clear()
		} else {
			s.revertTo(mark{})
		}
	}
	return before - s.length
}

// Settle makes the next call of Run begin with a kick: the tour is locally optimal already, because
// an earlier search has returned it.
func (s *Search) Settle() {
	for ok := true; ok; {
		_, ok = s.queue.pop()
	}
}

// Improve makes moves at up to a number of cities that are due, and reports whether none is left:
// then the tour is locally optimal. Run does the same for all cities, which takes seconds for long
// tours.
func (s *Search) Improve(cities int) (optimal bool) {
	for range cities {
		city, ok := s.queue.pop()
		if !ok {
			return true
		}
		if gain := s.improveCity(city); gain > 0 {
			s.length -= gain
			s.undo.clear()
		}
	}
	return s.queue.from == s.queue.to
}

// improve makes moves until no queued city has one. A city with a move is queued again behind the
// others: repeated moves at one city would make it worse for its neighbourhood.
func (s *Search) improve() (gain int64) {
	for {
		city, ok := s.queue.pop()
		if !ok {
			return gain
		}
		gain += max(0, s.improveCity(city))
	}
}

// draw returns a random number below n, by the generator of Steele, Lea and Flood ("Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014).
func (s *Search) draw(n int32) int32 {
	s.random += 0x9E3779B97F4A7C15
	z := s.random
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	high, _ := bits.Mul64(z^z>>31, uint64(n))
	return int32(high)
}
