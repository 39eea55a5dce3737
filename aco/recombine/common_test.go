package recombine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/recombine"
)

// An edge that all tours have is in the merged tour, even if it is by far the longest. So fixed
// edges remain.
func TestCommonEdgesAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 5))
	for range 20 {
		const n = 60
		x, y := random.Perm(n), random.Perm(n)
		partner := func(city uint32) uint32 { return city ^ 1 } // the first half of the cities are joined in pairs
		distance := func(a, b uint32) int64 {
			d := int64(max(x[a]-x[b], x[b]-x[a]) + max(y[a]-y[b], y[b]-y[a]))
			if a < n/2 && partner(a) == b {
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
		for place, city := range merged.Tour {
			after, before := merged.Tour[(place+1)%n], merged.Tour[(place+n-1)%n]
			if city < n/2 && !slices.Contains([]uint32{before, after}, partner(city)) {
				t.Fatalf("the edge from %d to %d is not in the merged tour", city, partner(city))
			}
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
