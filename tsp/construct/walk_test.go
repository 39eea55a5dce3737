package construct

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
)

// Any stops give the tour that leads from city 0 away from its first neighbour.
func TestWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "cities")
		cities := make(tsp.Tour, n)
		for i := range cities {
			cities[i] = int32(i)
		}
		want := append(tsp.Tour{0}, rapid.Permutation(cities[1:]).Draw(t, "tour")...)
		links := make([][2]uint32, n)
		for place, city := range want {
			links[city] = [2]uint32{uint32(want[(place+n-1)%n]), uint32(want[(place+1)%n])}
			if city != 0 && rapid.Bool().Draw(t, "exchanged") {
				links[city][0], links[city][1] = links[city][1], links[city][0]
			}
		}
		for apart := 1; apart <= n+1; apart++ {
			if got := walkBetween(links, apart); !slices.Equal(got, want) {
				t.Fatalf("stops %d apart: tour %v, want %v", apart, got, want)
			}
		}
	})
}
