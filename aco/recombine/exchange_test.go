package recombine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A batch applies exchanges of random tours so that the result is a tour, shorter by the gain,
// with exactly the edges that the accepted exchanges leave.
func TestBatchAppliesExchanges(t *testing.T) {
	accepted, rejected := 0, 0
	for seed := range uint64(300) { // a few of a hundred such exchanges are rejected
		random := rand.New(rand.NewPCG(seed, 0))
		n := 4 + random.IntN(57)
		tours := reversedTours(random, n, 2)
		weights := make([]int64, n*n)
		for i := range weights {
			weights[i] = random.Int64N(1000)
		}
		distance := func(a, b uint32) int64 { return weights[int(min(a, b))*n+int(max(a, b))] }
		now := newTour(tours[0])
		exchanges := newDifference(now, newTour(tours[1])).components(distance)
		if len(exchanges) == 0 {
			continue
		}
		edges := edgesAfter(now, exchanges, nil)
		if !slices.Equal(edges, edgesOf(tours[0])) {
			t.Fatal("without an exchange the edges change")
		}
		b := newBatch(exchanges)
		b.accept(0, 0, len(exchanges))
		edges = edgesAfter(now, exchanges, b.accepted)
		now.apply(b)
		for _, yes := range b.accepted {
			if yes {
				accepted++
			} else {
				rejected++
			}
		}
		must.Do(t, validateTour(0, now.order, n))
		if !slices.Equal(edgesOf(now.order), edges) {
			t.Fatalf("tour %v, exchanges %v of %v, accepted %v", now.order, exchanges, tours[0], b.accepted)
		}
		if gain := lengthOf(distance, tours[0]) - lengthOf(distance, now.order); gain != b.gain() {
			t.Fatalf("gain %d, returned %d", gain, b.gain())
		}
		for i, city := range now.order {
			if now.position[city] != int32(i) {
				t.Fatalf("city %d is at position %d, not %d", city, i, now.position[city])
			}
		}
	}
	if accepted == 0 || rejected == 0 {
		t.Errorf("%d exchanges accepted, %d rejected", accepted, rejected)
	}
}

// reversedTours returns tours. Each results from the previous one by random reversals, most of
// them short.
func reversedTours(random *rand.Rand, n, count int) (tours [][]uint32) {
	tour := make([]uint32, n)
	for i := range tour {
		tour[i] = uint32(i)
	}
	for range count {
		for range n / 5 {
			first := random.IntN(n)
			last := random.IntN(n)
			if random.IntN(4) > 0 {
				last = min(first+random.IntN(4), n-1)
			}
			slices.Reverse(tour[min(first, last) : max(first, last)+1])
		}
		tours = append(tours, slices.Clone(tour))
	}
	return tours
}

// edgesOf returns the edges of a tour, sorted.
func edgesOf(order []uint32) (edges []uint64) {
	for i, city := range order {
		edges = append(edges, edgeKey(city, order[(i+1)%len(order)]))
	}
	slices.Sort(edges)
	return edges
}

func edgeKey(a, b uint32) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// edgesAfter returns the edges after the accepted exchanges, sorted.
func edgesAfter(t *tour, exchanges []exchange, accepted []bool) []uint64 {
	edges := edgesOf(t.order)
	for i, x := range exchanges {
		if accepted == nil || !accepted[i] {
			continue
		}
		city := func(port int32) uint32 { return t.order[(int(x.cuts[port/2])+int(port%2))%len(t.order)] }
		for port, other := range x.joined {
			if port%2 == 0 {
				removed, _ := slices.BinarySearch(edges, edgeKey(city(int32(port)), city(int32(port)+1)))
				edges = slices.Delete(edges, removed, removed+1)
			}
			if int32(port) < other {
				added := edgeKey(city(int32(port)), city(other))
				at, _ := slices.BinarySearch(edges, added)
				edges = slices.Insert(edges, at, added)
			}
		}
	}
	return edges
}

// If two exchanges exclude each other, the first one is accepted.
func TestBatchRejectsTheSecondOfTwoThatExcludeEachOther(t *testing.T) {
	now := newTour([]uint32{0, 1, 2, 3, 4, 5, 6, 7})
	reversal := func(first, last int32) exchange { // cuts before and after these positions
		return exchange{cuts: []int32{first - 1, last}, joined: []int32{2, 3, 0, 1}, gain: 1}
	}
	b := newBatch([]exchange{reversal(1, 4), reversal(3, 6)})
	b.accept(0, 0, 2)
	now.apply(b)
	if want := []uint32{7, 0, 4, 3, 2, 1, 5, 6}; !slices.Equal(b.accepted, []bool{true, false}) || !slices.Equal(now.order, want) {
		t.Errorf("accepted %v, tour %v; want the first, and %v", b.accepted, now.order, want)
	}
}
