package recombine

import (
	"math/rand/v2"
	"testing"
)

// Two subtours of hundreds of cities are joined by the best joint at a city near either end of the
// smaller one. The tour begins anywhere, in either direction.
func TestJoinSearchesBothEnds(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 3))
		n := 240 + random.IntN(60)
		x, y := random.Perm(n), random.Perm(n)
		distance := func(a, b uint32) int64 {
			return int64(max(x[a]-x[b], x[b]-x[a])*1000 + max(y[a]-y[b], y[b]-y[a]))
		}
		order := wordsOf(random.Perm(n))
		a := assembler{tour: newTour(order), distance: distance, near: allCities(n)}
		first := random.IntN(n)
		last := (first + 102 + random.IntN(10)) % n // the smaller subtour begins after first
		// Port 2i is the city before cut i, port 2i+1 the city after it.
		parted := exchange{cuts: []int32{int32(first), int32(last)}, joined: []int32{3, 2, 1, 0}}
		joined := a.join(parted)
		small, large := arc(order, first+1, last), arc(order, last+1, first)
		if want := bestJointAtEnds(distance, small, large, searchEnds); joined.gain != want {
			t.Errorf("seed %d: gain %d, want %d", seed, joined.gain, want)
		}
		parts := partsOf(edgesAfter(a.tour, []exchange{joined}, []bool{true}))
		if len(parts) != 1 || len(parts[0]) != n {
			t.Errorf("seed %d: %d parts", seed, len(parts))
		}
	}
}

func wordsOf(numbers []int) (words []uint32) {
	for _, number := range numbers {
		words = append(words, uint32(number))
	}
	return words
}

// arc returns the cities of a tour from one position to another, around its end.
func arc(tour []uint32, first, last int) (cities []uint32) {
	n := len(tour)
	for i := first % n; ; i = (i + 1) % n {
		if cities = append(cities, tour[i]); i == last%n {
			return cities
		}
	}
}

// bestJointAtEnds is bestJoint of a closed path, at its first and its last cities, with a cycle.
func bestJointAtEnds(distance func(a, b uint32) int64, path, cycle []uint32, ends int) int64 {
	best := int64(-1 << 62)
	for i, a := range path {
		if i >= ends && i < len(path)-ends {
			continue
		}
		for _, nextA := range around(path, i) {
			for j, b := range cycle {
				for _, nextB := range around(cycle, j) {
					removed := distance(a, nextA) + distance(b, nextB)
					best = max(best, removed-distance(a, b)-distance(nextA, nextB))
				}
			}
		}
	}
	return best
}

// around returns the neighbours in a cycle.
func around(cycle []uint32, i int) []uint32 {
	n := len(cycle)
	return []uint32{cycle[(i+1)%n], cycle[(i+n-1)%n]}
}
