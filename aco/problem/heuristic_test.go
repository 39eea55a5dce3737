package problem

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Each value is η^β relative to the row's largest, to the last unit.
func TestHeuristicRowIsProportional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "cities")
		self := rapid.IntRange(0, n-1).Draw(t, "self")
		betaHalves := rapid.Uint32Range(0, 2*MaxExponent).Draw(t, "beta halves")
		distances := rapid.SliceOfN(rapid.Uint32Range(0, maxDistance), n, n).Draw(t, "distances")
		row := make([]uint32, n)
		heuristicRow(row, distances, self, betaHalves)
		nearest := math.Inf(1)
		for j, d := range distances {
			if j != self {
				nearest = min(nearest, heuristicDistance(d))
			}
		}
		for j, h := range row {
			if j == self {
				if h != 0 {
					t.Fatalf("the city's own heuristic is %d", h)
				}
				continue
			}
			want := heuristicTop * math.Pow(nearest/heuristicDistance(distances[j]), float64(betaHalves)/2)
			if h < 1 || math.Abs(float64(h)-want) > 1+1e-12*want {
				t.Fatalf("city %d at %d: %d, want %v", j, distances[j], h, want)
			}
		}
	})
}
