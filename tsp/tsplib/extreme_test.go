package tsplib_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// The two length functions agree on coordinates at the limits, on the smallest ones and on negative ones.
func TestExtremeCoordinates(t *testing.T) {
	for _, metric := range []string{"EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "ATT"} {
		for _, values := range [][3]string{
			{"5e-324", "-5e-324", "0"}, {"1e-308", "2.2250738585072014e-308", "-1e-310"}, {"-0", "0", "-1"},
			{"500000000", "-500000000", "499999999.5"}, {"-123456789.123456789", "1e-9", "0.49999999999999994"},
		} {
			text := fmt.Sprintf("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n1 %s %s\n2 %s %s\n3 %s %s\n",
				metric, values[0], values[1], values[1], values[2], values[2], values[0])
			in, err := read(text)
			if err != nil {
				t.Errorf("%s %v: %v", metric, values, err)
				continue
			}
			tour := firstTour(t, in, 0)
			if length, err := verify.Tour(in, tour); err != nil || length != tour.Length(in) || length < 0 {
				t.Errorf("%s %v: length %d, verified length %d, %v", metric, values, tour.Length(in), length, err)
			}
		}
	}
}

// Lengths can exceed 32 bits.
func TestExtremeWeights(t *testing.T) {
	in, err := read(explicit + fmt.Sprintf("UPPER_ROW\nEDGE_WEIGHT_SECTION\n%d %d\n%d\n", math.MaxInt32, math.MaxInt32, math.MaxInt32))
	if err != nil {
		t.Fatal(err)
	}
	if length, err := verify.Tour(in, tsp.Tour{0, 1, 2}); err != nil || length != 3*math.MaxInt32 || length != (tsp.Tour{0, 1, 2}).Length(in) {
		t.Errorf("length %d, %v", length, err)
	}
}
