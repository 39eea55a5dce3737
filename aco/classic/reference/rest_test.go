package reference

import (
	"math/big"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"pgregory.net/rapid"
)

// Attractions are ordered like the rational numbers that they represent.
func TestAttractionOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &model.Problem{
			AlphaHalves: rapid.Uint32Range(0, 2*model.MaxExponent).Draw(t, "alpha halves"),
			BetaHalves:  rapid.Uint32Range(0, 2*model.MaxExponent).Draw(t, "beta halves"),
		}
		draw := func(label string) attraction {
			trail := rapid.Uint32Range(1, 1<<32-1).Draw(t, label+" trail") >> rapid.IntRange(0, 31).Draw(t, label+" trail bits")
			distance := rapid.Uint32Range(0, 1<<31-1).Draw(t, label+" distance") >> rapid.IntRange(0, 31).Draw(t, label+" distance bits")
			return attractionOf(p, max(1, trail), distance)
		}
		a, b := draw("a"), draw("b")
		if rapid.Bool().Draw(t, "near") { // the last bits decide
			b = a
			b.trail ^= rapid.Uint32Range(0, 3).Draw(t, "trail bits")
			b.distance ^= rapid.Uint32Range(0, 3).Draw(t, "distance bits")
		}
		if rapid.Bool().Draw(t, "similar") {
			b.exponent = a.exponent + rapid.Int32Range(-2, 2).Draw(t, "exponents apart")
		}
		if want := exactAttraction(a).Cmp(exactAttraction(b)) < 0; a.less(b) != want {
			t.Fatalf("%+v less than %+v: %v", a, b, !want)
		}
	})
}

// exactAttraction returns an attraction as a rational number.
func exactAttraction(a attraction) *big.Rat {
	n := new(big.Rat).SetFrac(big.NewInt(int64(a.trail)), big.NewInt(int64(a.distance)))
	power := new(big.Int).Lsh(big.NewInt(1), uint(max(a.exponent, -a.exponent)))
	if a.exponent < 0 {
		return n.Quo(n, new(big.Rat).SetInt(power))
	}
	return n.Mul(n, new(big.Rat).SetInt(power))
}
