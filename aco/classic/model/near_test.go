package model

import (
	"math"
	"sort"
	"testing"

	"pgregory.net/rapid"
)

// A list holds the nearest cities in order, each once, and nothing nearer is left out.
func TestNearRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Max(20), rapid.Uint32Max(math.MaxInt32)), 1, 100).Draw(t, "distances")
		self := rapid.IntRange(0, len(distances)-1).Draw(t, "self")
		order := make([]int, 0, len(distances))
		for j := range distances {
			if j != self {
				order = append(order, j)
			}
		}
		sort.SliceStable(order, func(a, b int) bool { return distances[order[a]] < distances[order[b]] })
		near := make([]uint32, NearWords)
		nearRow(near, distances, self)
		for k := range NearCities {
			want := self
			if k < len(order) {
				want = order[k]
			}
			if near[2*k] != uint32(want) || near[2*k+1] != 0 {
				t.Fatalf("place %d of the list of city %d holds city %d, weight %d; want city %d, weight 0", k, self, near[2*k], near[2*k+1], want)
			}
		}
	})
}
