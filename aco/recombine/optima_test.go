package recombine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// testInstance is an instance with neighbour lists for a local search.
type testInstance struct {
	*tsp.Instance
	near  []uint32 // width for each city
	width int
}

func newInstance(t testing.TB, kind string, n int) *testInstance {
	t.Helper()
	return withNeighbours(t, generated(t, kind, n))
}

// generated returns an instance.
func generated(t testing.TB, kind string, n int) *tsp.Instance {
	t.Helper()
	in, err := generate.Instance(kind, n, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// withNeighbours adds neighbour lists.
func withNeighbours(t testing.TB, in *tsp.Instance) *testInstance {
	t.Helper()
	const width = 8
	near, _, err := neighbour.Nearest(context.Background(), in, width)
	if err != nil {
		t.Fatal(err)
	}
	return &testInstance{in, near, width}
}

func (c *testInstance) distance(a, b uint32) int64 { return c.Distance(int(a), int(b)) }

// localOptima returns tours that 2-opt and Or-opt cannot improve. Each starts from a greedy tour
// of moved cities. Then it is perturbed and improved the given number of times; longer results are
// undone.
func (c *testInstance) localOptima(t testing.TB, count, kicks int) [][]uint32 {
	t.Helper()
	return inParallel(count, func(seed int) *localSearch { return c.localOptimum(t, seed, kicks) })
}

// variants returns tours that result from one local optimum. Each is perturbed and improved the
// given number of times.
func (c *testInstance) variants(t testing.TB, count, kicks, ownKicks int) [][]uint32 {
	t.Helper()
	common := c.localOptimum(t, 0, kicks)
	return inParallel(count, func(seed int) *localSearch {
		s := &localSearch{
			testInstance: c, tour: slices.Clone(common.tour), position: slices.Clone(common.position), random: rand.New(rand.NewPCG(uint64(seed), 1)),
		}
		s.kicks(ownKicks)
		return s
	})
}

// inParallel returns the tours of several local searches.
func inParallel(count int, search func(seed int) *localSearch) [][]uint32 {
	tours := make([][]uint32, count)
	var group sync.WaitGroup
	for seed := range count {
		group.Go(func() { tours[seed] = search(seed).tour })
	}
	group.Wait()
	return tours
}

func (c *testInstance) localOptimum(t testing.TB, seed, kicks int) *localSearch {
	n := c.Dimension()
	s := &localSearch{testInstance: c, position: make([]int, n), random: rand.New(rand.NewPCG(uint64(seed), 0))}
	moved := *c.Instance
	moved.X, moved.Y = slices.Clone(c.X), slices.Clone(c.Y)
	for city := range n {
		noise := float64(c.distance(uint32(city), c.near[city*c.width+4])) / 20
		moved.X[city] += noise * s.random.NormFloat64()
		moved.Y[city] += noise * s.random.NormFloat64()
	}
	start, err := construct.Greedy(context.Background(), &moved, c.near)
	if err != nil {
		t.Error(err)
		return s
	}
	for i, city := range start {
		s.tour, s.queue = append(s.tour, uint32(city)), append(s.queue, uint32(city))
		s.position[city] = i
	}
	s.improve()
	s.kicks(kicks)
	return s
}

// localSearch is the state of a local search on a tour.
type localSearch struct {
	*testInstance
	tour      []uint32
	position  []int
	queue     []uint32 // cities whose edges changed
	reversals [][2]int // reversals since the last kick
	random    *rand.Rand
}

// cityAt returns the city at a position of the tour.
func (s *localSearch) cityAt(position int) uint32 { return s.tour[(position+len(s.tour))%len(s.tour)] }

// maxReversal bounds the time of a move. On large instances longer reversals would take most of
// the time.
func (s *localSearch) maxReversal() int {
	if len(s.tour) >= 1_000_000 {
		return 1000
	}
	return 25_000
}

// reverse reverses the positions first..last and queues the cities at the ends.
func (s *localSearch) reverse(first, last int) {
	s.queue = append(s.queue, s.cityAt(first-1), s.cityAt(first), s.cityAt(last), s.cityAt(last+1))
	s.reversals = append(s.reversals, [2]int{first, last})
	slices.Reverse(s.tour[first : last+1])
	for i, city := range s.tour[first : last+1] {
		s.position[city] = first + i
	}
}

// improve applies moves until none improves the tour. It returns the gain.
func (s *localSearch) improve() (gain int64) {
	for len(s.queue) > 0 {
		last := len(s.queue) - 1
		city := s.queue[last]
		s.queue = s.queue[:last]
		for step := int64(1); step > 0; gain += step {
			if step = s.twoOpt(city); step == 0 {
				step = s.orOpt(city)
			}
		}
	}
	return gain
}

// twoOpt applies a 2-opt move that adds an edge from a city to one of its neighbours. It returns
// the gain, or 0 if there is no such move.
func (s *localSearch) twoOpt(city uint32) int64 {
	for _, step := range []int{1, -1} {
		link := s.cityAt(s.position[city] + step)
		for _, near := range s.near[int(city)*s.width:][:s.width] {
			beside := s.cityAt(s.position[near] + step)
			gain := s.distance(city, link) + s.distance(near, beside) - s.distance(city, near) - s.distance(link, beside)
			low, high := min(s.position[city], s.position[near]), max(s.position[city], s.position[near])
			if gain <= 0 || high-low > s.maxReversal() {
				continue
			}
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

// orOpt applies an Or-opt move: one to three cities, the first of which is city, move next to a
// neighbour of it. It returns the gain, or 0.
func (s *localSearch) orOpt(city uint32) int64 {
	first, n := s.position[city], len(s.tour)
	for last := first; last < min(first+3, n-1) && first > 0; last++ {
		end, before, after := s.tour[last], s.tour[first-1], s.tour[last+1]
		freed := s.distance(before, city) + s.distance(end, after) - s.distance(before, after)
		for _, near := range s.near[int(city)*s.width:][:s.width] {
			for _, step := range []int{1, -1} {
				low, high := min(s.position[near], s.position[near]+step), max(s.position[near], s.position[near]+step)
				if low < 0 || high >= n || low <= last && high >= first || max(low-first, first-low) > s.maxReversal() {
					continue
				}
				beside := s.tour[s.position[near]+step]
				gain := freed + s.distance(near, beside) - s.distance(near, city) - s.distance(end, beside)
				if gain > 0 {
					s.move(first, last, low, step > 0)
					return gain
				}
			}
		}
	}
	return 0
}

// move moves the positions first..last to follow position after. It reverses them unless forward
// is set.
func (s *localSearch) move(first, last, after int, forward bool) {
	count := last - first + 1
	if after > last {
		s.reverse(first, after)
		s.reverse(first, after-count)
		first, last = after-count+1, after
	} else {
		s.reverse(after+1, last)
		s.reverse(after+1+count, last)
		first, last = after+1, after+count
	}
	if forward {
		s.reverse(first, last)
	}
}

// kicks perturbs and improves the tour the given number of times.
func (s *localSearch) kicks(count int) {
	for range count {
		s.kick()
	}
}

// kick swaps two consecutive segments at a random position and improves the tour. It undoes the
// changes if the result is longer.
func (s *localSearch) kick() {
	most := min(50, len(s.tour)/4)
	first, one, two := 1+s.random.IntN(len(s.tour)-2*most-1), 1+s.random.IntN(most), 1+s.random.IntN(most)
	middle, last := first+one, first+one+two-1
	s.reversals = s.reversals[:0]
	gain := s.distance(s.cityAt(first-1), s.cityAt(first)) + s.distance(s.cityAt(middle-1), s.cityAt(middle)) + s.distance(s.cityAt(last), s.cityAt(last+1))
	s.move(first, middle-1, last, true)
	middle = first + two
	gain -= s.distance(s.cityAt(first-1), s.cityAt(first)) + s.distance(s.cityAt(middle-1), s.cityAt(middle)) + s.distance(s.cityAt(last), s.cityAt(last+1))
	if gain += s.improve(); gain < 0 {
		for _, r := range slices.Backward(slices.Clone(s.reversals)) {
			s.reverse(r[0], r[1])
		}
		s.queue = s.queue[:0]
	}
}
