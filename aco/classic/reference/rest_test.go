package reference

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
)

// Attractions are ordered like the rational numbers that they represent.
func TestAttractionOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawExponents(t)
		draw := func(label string) attraction {
			trail := rapid.Uint32Range(1, 1<<32-1).Draw(t, label+" trail") >> rapid.IntRange(0, 31).Draw(t,
				label+" trail bits")
			distance := rapid.Uint32Range(0, 1<<31-1).Draw(t, label+" distance") >> rapid.IntRange(0, 31).Draw(t,
				label+" distance bits")
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

// These are the constants and functions of the same names in shaders/classic/rank.glsl. Ranks do
// not change which city is the best: they decide only if they differ by more than rankMargin.
const rankError = 66

func rankMargin(p *model.Problem) int32 {
	alpha, _ := p.AlphaExponent.Halves()
	beta, _ := p.BetaExponent.Halves()
	return int32(2 * (alpha + beta) * rankError)
}

// The shader has the constants and polynomials that are proved here.
func TestRanksAreTheShaders(t *testing.T) {
	source := must.Get(os.ReadFile("../../../shaders/classic/rank.glsl"))(t)
	for _, line := range []string{
		fmt.Sprintf("const uint RANK_ERROR = %du;\n", rankError),
		"const int RANK_MARGIN = int(2u * ((ALPHA + HALF - 1u) / HALF + (BETA + HALF - 1u) / HALF) * RANK_ERROR);\n",
		"    int top = findMSB(value);\n    uint rest = value << (31 - top) << 1 >> 16;\n" +
			"    uint bend = rest * (65536u - rest) >> 16;\n" +
			"    return (top << 16) + int(rest + (bend * (27720u - (10440u * rest >> 16)) >> 16));\n",
		"    return power % HALF == 0u\n        ? int(power / HALF) * logarithm(value)\n" +
			"        : int(multiply_high(power, uint(logarithm(value)) << 5));\n",
		"    return rank_part(trail, ALPHA) - rank_part(max(1u, 2u * distance), BETA);\n",
	} {
		if !strings.Contains(string(source), line) {
			t.Errorf("rank.glsl lacks\n%s", line)
		}
	}
}

func logarithm(value uint32) int32 {
	top := bits.Len32(value) - 1
	rest := value << (31 - top) << 1 >> 16
	bend := rest * (65536 - rest) >> 16
	return int32(top<<16) + int32(rest+(bend*(27720-(10440*rest>>16))>>16))
}

func rankPart(value uint32, e model.Exponent) int32 {
	if halves, exact := e.Halves(); exact {
		return int32(halves) * logarithm(value)
	}
	return int32(uint64(e) * uint64(logarithm(value)<<5) >> 32)
}

func rankOf(p *model.Problem, trail, distance uint32) int32 {
	return rankPart(trail, p.AlphaExponent) - rankPart(max(1, 2*distance), p.BetaExponent)
}

// The error of the logarithm is below 60 parts of 2¹⁶, for the first and the last value with each
// top bit and each of the next 16 bits.
func TestLogarithm(t *testing.T) {
	for top := range 32 {
		low := uint32(1)<<max(0, top-16) - 1 // the bits that logarithm ignores
		for rest := range uint32(1 << min(top, 16)) {
			first := uint32(1)<<top | rest<<max(0, top-16)
			for _, value := range []uint32{first, first | low} {
				if e := float64(logarithm(value)) - 65536*math.Log2(float64(value)); math.Abs(e) >= 60 {
					t.Fatalf("%d: the error is %v", value, e)
				}
			}
		}
	}
}

// The error of a rank is at most half of the margin, for all exponents.
func TestRankError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawExponents(t)
		trail, distance := drawTrail(t, ""), drawDistance(t, "")
		a := attractionOf(p, trail, distance)
		exact := float64(a.exponent) + math.Log2(float64(a.trail)) - math.Log2(float64(a.distance))
		if e := math.Abs(float64(rankOf(p, trail, distance)) - exact*(1<<17)); e > float64(rankMargin(p))/2 {
			t.Fatalf("trail %d, distance %d: the error is %v, the margin %d", trail, distance, e, rankMargin(p))
		}
	})
}

// Ranks that differ by more than the margin order cities like their attractions.
func TestRankOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawExponents(t)
		trail, distance := drawTrail(t, "first "), drawDistance(t, "first ")
		otherTrail, otherDistance := drawTrail(t, "second "), drawDistance(t, "second ")
		if rapid.Bool().Draw(t, "near") { // the margin decides
			otherTrail = max(1, trail+trail>>10*rapid.Uint32Range(0, 4).Draw(t, "trail apart"))
			otherDistance = distance + distance>>10*rapid.Uint32Range(0, 4).Draw(t, "distance apart")
		}
		a, b := attractionOf(p, trail, distance), attractionOf(p, otherTrail, otherDistance)
		if apart := rankOf(p, trail, distance) - rankOf(p, otherTrail, otherDistance); apart > rankMargin(p) &&
			!b.less(a) || -apart > rankMargin(p) && !a.less(b) {
			t.Fatalf("the ranks of %+v and %+v differ by %d", a, b, apart)
		}
	})
}

func drawExponents(t *rapid.T) *model.Problem {
	return &model.Problem{AlphaExponent: drawExponent(t, "alpha"), BetaExponent: drawExponent(t, "beta")}
}

// drawExponent draws a multiple of 0.5 or any other exponent.
func drawExponent(t *rapid.T, label string) model.Exponent {
	if rapid.Bool().Draw(t, label+" is a multiple of 0.5") {
		return model.ExponentHalf * model.Exponent(rapid.IntRange(0, 2*model.MaxExponent).Draw(t, label+" halves"))
	}
	return model.Exponent(rapid.Uint32Range(0, model.MaxExponent*uint32(model.ExponentOne)).Draw(t, label))
}

func drawTrail(t *rapid.T, label string) uint32 {
	return max(1, rapid.Uint32().Draw(t, label+"trail")>>rapid.IntRange(0, 31).Draw(t, label+"trail bits"))
}

func drawDistance(t *rapid.T, label string) uint32 {
	return rapid.Uint32Range(0, 1<<31-1).Draw(t, label+"distance") >> rapid.IntRange(0, 31).Draw(t, label+
		"distance bits")
}
