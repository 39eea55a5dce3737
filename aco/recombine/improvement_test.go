package recombine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Improvements of disjoint windows are found on the same tour and applied one after the other. Each results in one closed tour or is refused.
func TestApplyImprovementsFoundTogether(t *testing.T) {
	const n, size, states = 200, 12, 50
	applied, refused := 0, 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		weights := make([]int64, n*n)
		for i := range weights {
			weights[i] = random.Int64N(1000)
		}
		distance := func(a, b uint32) int64 { return weights[min(a, b)*n+max(a, b)] }
		r := newReducedTour(newUnionGraph(distance, reversedTours(random, n, 3)))
		w, queue := &worker{nodeOf: slices.Repeat([]int32{outside}, len(r.order))}, newWindowQueue(len(r.order), 8)
		var found []improvement
		for _, cities := range queue.next(r, size) {
			found = append(found, w.find(r, cities, states))
		}
		for _, x := range found {
			if x.gain == 0 {
				continue
			}
			before := lengthOf(distance, r.tour())
			next := w.apply(r, x)
			if next == nil {
				refused++
				continue
			}
			applied++
			for place, city := range next.order {
				next.position[city] = int32(place)
			}
			r = next
			tour := r.tour()
			if err := validate([][]uint32{tour}, DefaultEffort); err != nil || len(tour) != n {
				t.Fatalf("seed %d: %d cities, %v", seed, len(tour), err)
			}
			if gain := before - lengthOf(distance, tour); gain != x.gain {
				t.Fatalf("seed %d: gain %d, returned %d", seed, gain, x.gain)
			}
		}
	}
	if applied == 0 || refused == 0 {
		t.Errorf("%d improvements applied, %d refused", applied, refused)
	}
}

// reversedTours returns tours. Each results from the previous one by random reversals of all lengths.
func reversedTours(random *rand.Rand, n, count int) (tours [][]uint32) {
	tour := make([]uint32, n)
	for i := range tour {
		tour[i] = uint32(i)
	}
	for range count {
		for range n / 5 {
			first, last := random.IntN(n), random.IntN(n)
			slices.Reverse(tour[min(first, last) : max(first, last)+1])
		}
		tours = append(tours, slices.Clone(tour))
	}
	return tours
}
