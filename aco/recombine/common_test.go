package recombine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/recombine"
)

// An edge that all tours have is in the merged tour, even if it is by far the longest, and with edge
// assembly if it is fixed.
func TestCommonEdgesAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 5))
	assembled := 0
	for range 20 {
		const n = 60
		x, y := random.Perm(n), random.Perm(n)
		partner := func(city uint32) uint32 { return city ^ 1 } // the first half of the cities are joined in pairs
		fixed := func(a, b uint32) bool { return a < n/2 && partner(a) == b }
		distance := func(a, b uint32) int64 {
			d := int64(max(x[a]-x[b], x[b]-x[a]) + max(y[a]-y[b], y[b]-y[a]))
			if fixed(a, b) {
				d += 100_000
			}
			return d
		}
		tours := make([][]uint32, 4)
		for i := range tours {
			for _, at := range random.Perm(n * 3 / 4) { // pairs and single cities in any order
				switch first := uint32(2 * at); {
				case at >= n/4:
					tours[i] = append(tours[i], uint32(at+n/4))
				case random.IntN(2) == 0:
					tours[i] = append(tours[i], first, partner(first))
				default:
					tours[i] = append(tours[i], partner(first), first)
				}
			}
		}
		merged, err := recombine.Merge(context.Background(), distance, tours, recombine.Effort{WindowCities: 20, States: 50, Rounds: 3})
		if err != nil {
			t.Fatal(err)
		}
		near := recombine.Neighbors{Width: n - 1, Fixed: fixed}
		for city := range n {
			for step := 1; step < n; step++ {
				near.Cities = append(near.Cities, uint32((city+step)%n))
			}
		}
		for _, pairs := range []bool{false, true} {
			result, err := recombine.AssembleEdges(t.Context(), distance, near, tours, recombine.Assembly{Pairs: pairs})
			if err != nil {
				t.Fatal(err)
			}
			if result.Length < shortest(distance, tours) {
				assembled++
			}
			requireEdges(t, result.Tour, n/2, partner)
		}
		requireEdges(t, merged.Tour, n/2, partner)
	}
	if assembled < 30 {
		t.Errorf("edge assembly has shortened %d of 40 tours", assembled)
	}
}

// requireEdges requires the edges between the first cities, so many, and their partners.
func requireEdges(t *testing.T, tour []uint32, cities uint32, partner func(city uint32) uint32) {
	t.Helper()
	n := len(tour)
	for place, city := range tour {
		after, before := tour[(place+1)%n], tour[(place+n-1)%n]
		if city < cities && !slices.Contains([]uint32{before, after}, partner(city)) {
			t.Fatalf("the edge from %d to %d is not in the tour", city, partner(city))
		}
	}
}

// The edges that all tours have are counted in both directions, and the one that closes a tour too.
func TestCommonEdges(t *testing.T) {
	tour := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
	for _, c := range []struct {
		others [][]uint32
		want   int
	}{
		{nil, 8},
		{[][]uint32{{3, 2, 1, 0, 7, 6, 5, 4}}, 8},                           // the same tour, from another city
		{[][]uint32{{0, 1, 2, 3, 7, 6, 5, 4}}, 6},                           // without 3-4 and 7-0
		{[][]uint32{{0, 1, 2, 3, 7, 6, 5, 4}, {0, 2, 1, 3, 4, 5, 6, 7}}, 4}, // without 0-1 and 2-3
	} {
		if got := recombine.CommonEdges(append([][]uint32{tour}, c.others...)); got != c.want {
			t.Errorf("%v and %v have %d common edges, want %d", tour, c.others, got, c.want)
		}
	}
}
