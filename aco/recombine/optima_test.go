package recombine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// cities are an instance with what a quick local search needs of it.
type cities struct {
	*tsp.Instance
	near  []uint32 // width of each city
	width int
}

func instance(t testing.TB, kind string, n int) *cities {
	t.Helper()
	const width = 8
	in, err := tsp.Generate(kind, n, 1000)
	if err != nil {
		t.Fatal(err)
	}
	near, _, err := tsp.Neighbours(context.Background(), in, width)
	if err != nil {
		t.Fatal(err)
	}
	return &cities{in, near, width}
}

func (c *cities) distance(a, b uint32) int64 { return c.Distance(int(a), int(b)) }

// optima returns tours that 2-opt and Or-opt do not make shorter. Each begins with the nearest neighbours of a city of its own, and so
// many times a part of it is put in another order and improved again, which is kept where it is no longer.
func (c *cities) optima(count, kicks int) (tours [][]uint32) {
	n := c.Dimension()
	for seed := range count {
		s := &descent{cities: c, place: make([]int, n), random: rand.New(rand.NewPCG(uint64(seed), 0))}
		for i, city := range tsp.NearestNeighbour(c.Instance, seed*n/count) {
			s.tour, s.queue = append(s.tour, uint32(city)), append(s.queue, uint32(city))
			s.place[city] = i
		}
		s.improve()
		for range kicks {
			s.kick()
		}
		tours = append(tours, s.tour)
	}
	return tours
}

// descent is a tour that is being improved.
type descent struct {
	*cities
	tour   []uint32
	place  []int
	queue  []uint32 // cities whose links changed
	made   [][2]int // reversals since the last kick
	random *rand.Rand
}

// at returns the city at a position of the tour.
func (s *descent) at(place int) uint32 { return s.tour[(place+len(s.tour))%len(s.tour)] }

// reverse reverses the places first..last. What is beside them is looked at again.
func (s *descent) reverse(first, last int) {
	s.queue = append(s.queue, s.at(first-1), s.at(first), s.at(last), s.at(last+1))
	s.made = append(s.made, [2]int{first, last})
	slices.Reverse(s.tour[first : last+1])
	for i, city := range s.tour[first : last+1] {
		s.place[city] = first + i
	}
}

// improve makes moves until there is none, and returns by how much the tour became shorter.
func (s *descent) improve() (gain int64) {
	for len(s.queue) > 0 {
		last := len(s.queue) - 1
		city := s.queue[last]
		s.queue = s.queue[:last]
		for moved := int64(1); moved > 0; gain += moved {
			if moved = s.exchange(city); moved == 0 {
				moved = s.insert(city)
			}
		}
	}
	return gain
}

// exchange makes a 2-opt move that links a city to one of its neighbours. It returns the gain, 0 if there is none.
func (s *descent) exchange(city uint32) int64 {
	for _, step := range []int{1, -1} {
		link := s.at(s.place[city] + step)
		for _, near := range s.near[int(city)*s.width:][:s.width] {
			beside := s.at(s.place[near] + step)
			gain := s.distance(city, link) + s.distance(near, beside) - s.distance(city, near) - s.distance(link, beside)
			if gain <= 0 {
				continue
			}
			low, high := min(s.place[city], s.place[near]), max(s.place[city], s.place[near])
			if step > 0 {
				s.reverse(low+1, high)
			} else {
				s.reverse(low, high-1)
			}
			return gain
		}
	}
	return 0
}

// insert makes an Or-opt move: one to three cities, the first of which is given, go beside a neighbour of it. It returns its gain.
func (s *descent) insert(city uint32) int64 {
	first, n := s.place[city], len(s.tour)
	for last := first; last < min(first+3, n-1) && first > 0; last++ {
		end, before, behind := s.tour[last], s.tour[first-1], s.tour[last+1]
		freed := s.distance(before, city) + s.distance(end, behind) - s.distance(before, behind)
		for _, near := range s.near[int(city)*s.width:][:s.width] {
			for _, step := range []int{1, -1} {
				low, high := min(s.place[near], s.place[near]+step), max(s.place[near], s.place[near]+step)
				if low < 0 || high >= n || low <= last && high >= first {
					continue
				}
				beside := s.tour[s.place[near]+step]
				gain := freed + s.distance(near, beside) - s.distance(near, city) - s.distance(end, beside)
				if gain > 0 {
					s.shift(first, last, low, step > 0)
					return gain
				}
			}
		}
	}
	return 0
}

// shift moves the places first..last to behind another place, backwards unless kept as they are.
func (s *descent) shift(first, last, behind int, kept bool) {
	count := last - first + 1
	if behind > last {
		s.reverse(first, behind)
		s.reverse(first, behind-count)
		first, last = behind-count+1, behind
	} else {
		s.reverse(behind+1, last)
		s.reverse(behind+1+count, last)
		first, last = behind+1, behind+count
	}
	if kept {
		s.reverse(first, last)
	}
}

// kick exchanges two stretches that follow each other, at a random place, and improves what that leaves. A longer tour is taken back.
func (s *descent) kick() {
	most := min(50, len(s.tour)/4)
	first, one, two := 1+s.random.IntN(len(s.tour)-2*most-1), 1+s.random.IntN(most), 1+s.random.IntN(most)
	middle, last := first+one, first+one+two-1
	s.made = s.made[:0]
	gain := s.distance(s.at(first-1), s.at(first)) + s.distance(s.at(middle-1), s.at(middle)) + s.distance(s.at(last), s.at(last+1))
	s.shift(first, middle-1, last, true)
	middle = first + two
	gain -= s.distance(s.at(first-1), s.at(first)) + s.distance(s.at(middle-1), s.at(middle)) + s.distance(s.at(last), s.at(last+1))
	if gain += s.improve(); gain < 0 {
		for _, r := range slices.Backward(slices.Clone(s.made)) {
			s.reverse(r[0], r[1])
		}
		s.queue = s.queue[:0]
	}
}
