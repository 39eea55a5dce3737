package model

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
)

// However long the ants deposit the most they can on one edge, its pheromone does not wrap around.
func TestTrailCannotOverflow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ants := rapid.IntRange(1, 100_000).Draw(t, "ants")
		rho := rapid.OneOf(rapid.Float64Range(1e-6, 1), rapid.SampledFrom([]float64{1e-20, 1e-17, 1e-12})).Draw(
			t, "rho")
		length := rapid.Uint64Range(0, math.MaxInt64).Draw(t, "length")
		trail, err := newTrail(ants, rho)
		if err != nil {
			return // refused: too few units for so many ants
		}
		trail.scale(ants, length)
		value := uint64(math.MaxUint32)
		for range 3 {
			kept, _ := bits.Mul32(uint32(value), trail.Keep)
			value = uint64(max(1, kept)) + uint64(ants)*uint64(trail.Amount(1))
			if value > math.MaxUint32 {
				t.Fatalf("the pheromone reaches %d", value)
			}
		}
	})
}

func TestTrailAmounts(t *testing.T) {
	trail := must.Get(newTrail(198, 0.5))(t)
	trail.scale(198, 18240)
	nearest := trail.Amount(18240)
	if nearest != trail.Cap/headroom {
		t.Errorf("the nearest-neighbour tour deposits %d, want half of the cap %d", nearest, trail.Cap)
	}
	if trail.Initial != 198*nearest {
		t.Errorf("the initial pheromone is %d, want 198 deposits of %d", trail.Initial, nearest)
	}
	if double := trail.Amount(2 * 18240); double != nearest/2 {
		t.Errorf("a tour twice as long deposits %d, want half of %d", double, nearest)
	}
	if got := trail.Amount(0); got != trail.Cap {
		t.Errorf("a tour of length 0 deposits %d, want the cap %d", got, trail.Cap)
	}
}

func TestTrailRefusesWhatItCannotResolve(t *testing.T) {
	for _, refused := range []struct {
		ants   int
		rho    float64
		remedy string
	}{
		{100_000, 0.001, "use fewer ants or a larger rho"}, // they share a thousandth of 32 bits
		{1, 1e-17, "use a larger rho"},                     // 64-bit floating point cannot take it from 1
	} {
		if _, err := newTrail(refused.ants, refused.rho); err == nil ||
			!strings.HasSuffix(err.Error(), refused.remedy) {
			t.Errorf("%d ants, rho %v: %v", refused.ants, refused.rho, err)
		}
	}
}
