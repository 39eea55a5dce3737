package recombine

import (
	"testing"
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
