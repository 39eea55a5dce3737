package recombine

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Of two tours of a circle, each with a detour in another half, crossover makes the circle.
func TestCrossoverTakesTheShorterParts(t *testing.T) {
	around := func(a, b uint32) int64 { return int64(min((a-b)%8, (b-a)%8)) }
	now := newTour([]uint32{0, 2, 1, 3, 4, 5, 6, 7})
	gain := now.crossover(around, newTour([]uint32{0, 1, 2, 3, 4, 6, 5, 7}))
	if length := lengthOf(around, now.order); gain != 2 || length != 8 {
		t.Errorf("gain %d, length %d; want 2 and 8", gain, length)
	}
}

// All components of the difference of two tours together lead from the one to the other.
func TestDifferenceLeadsToTheOtherTour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "cities")
		tours := reversedTours(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n, 2)
		d := newDifference(newTour(tours[0]), newTour(tours[1]))
		if len(d.cuts) == 0 {
			return
		}
		whole := []exchange{{cuts: d.cuts, joined: d.joined}}
		got, want := edgesAfter(d.tour, whole, []bool{true}), edgesOf(tours[1])
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("edges %x, want %x", got, want)
			}
		}
	})
}
