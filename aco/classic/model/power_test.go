package model

import (
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// realPowerError and halfPowerError bound the relative error of powers whose exponent is no
// multiple of 0.5, and of the others.
const (
	realPowerError = 1.0 / (1 << 19)
	halfPowerError = 1.0 / (1 << 14)
)

// drawExponent draws a multiple of 0.5 or any other exponent.
func drawExponent(t *rapid.T) Exponent {
	if rapid.Bool().Draw(t, "multiple of 0.5") {
		return ExponentHalf * Exponent(rapid.IntRange(0, 2*MaxExponent).Draw(t, "halves"))
	}
	return Exponent(rapid.Uint32Range(0, MaxExponent*uint32(ExponentOne)).Draw(t, "exponent"))
}

func drawValue(t *rapid.T, label string) uint32 {
	return max(1, rapid.Uint32().Draw(t, label)>>rapid.IntRange(0, 31).Draw(t, label+" bits"))
}

// realOf returns the exponent as a number.
func realOf(e Exponent) float64 { return float64(e) / float64(ExponentOne) }

// Every power has its bound of the error. The highest bit of its mantissa is set.
func TestPowerError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, value := drawExponent(t), drawValue(t, "value")
		bound := realPowerError
		if _, exact := e.Halves(); exact {
			bound = halfPowerError
		}
		mantissa, exponent := e.Power(value)
		if mantissa>>31 != 1 {
			t.Fatalf("%d to the power of %v: mantissa %#x", value, realOf(e), mantissa)
		}
		apart := realOf(e)*math.Log2(float64(value)) - float64(exponent) - math.Log2(float64(mantissa))
		if relative := math.Abs(math.Exp2(apart) - 1); relative > bound {
			t.Fatalf("%d to the power of %v: the relative error is %v", value, realOf(e), relative)
		}
	})
}

// A larger value never has a smaller power, also across a power of two.
func TestPowerIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, value := drawExponent(t), drawValue(t, "value")
		if rapid.Bool().Draw(t, "below a power of two") {
			value |= 1<<(bits.Len32(value)-1) - 1
		}
		above := value + rapid.Uint32Range(0, min(math.MaxUint32-value, 1000)).Draw(t, "above")
		a, aExponent := e.Power(value)
		b, bExponent := e.Power(above)
		if bExponent < aExponent || bExponent == aExponent && b < a {
			t.Fatalf("exponent %v: the power of %d is smaller than the one of %d", realOf(e), above, value)
		}
	})
}

// The polynomials of powers grow from step to step, from 0 to just below 1, and their errors are
// below 2⁻²⁴ and 2⁻²². So all powers of one exponent are monotone. All steps are tested, or every
// 16th with its next one in a short test.
func TestPolynomialsOfPowers(t *testing.T) {
	stride := uint32(1)
	if testing.Short() {
		stride = 16
	}
	const step = 1 << 8
	for i := uint32(0); i < 1<<24; i += stride {
		x := i * step
		log, exp := logFraction(x), expFraction(x)
		if logFraction(x|(step-1)) != log || expFraction(x|(step-1)) != exp {
			t.Fatalf("%#x: the lowest bits have an effect", x)
		}
		if next := x + step; next != 0 && (logFraction(next) <= log || expFraction(next) <= exp) {
			t.Fatalf("the polynomials do not grow from %#x to %#x", x, next)
		}
		if i%(16*stride) != 0 {
			continue
		}
		fraction := math.Ldexp(float64(x), -32)
		if e := math.Ldexp(float64(log), -32) - math.Log1p(fraction)/math.Ln2; math.Abs(e) > 1.0/(1<<24) {
			t.Fatalf("log2 of 1 + %v: the error is %v", fraction, e)
		}
		if e := math.Ldexp(float64(exp), -32) - math.Expm1(fraction*math.Ln2); math.Abs(e) > 1.0/(1<<22) {
			t.Fatalf("2 to the power of %v: the error is %v", fraction, e)
		}
	}
	if logFraction(0) != 0 || expFraction(0) != 0 {
		t.Error("1 to any power is not 1")
	}
}

// Powers are these numbers on every processor.
func TestPowers(t *testing.T) {
	for _, c := range []struct {
		exponent float64
		value    uint32
		mantissa uint32
		shift    int32
	}{
		{1.3, 1, 1 << 31, -31},
		{2.25, 16, 1 << 31, 9 - 31},
		{0.25, 1 << 28, 1 << 31, 7 - 31},
		{1.3, 3, 2239378720, -29},
		{9.99, math.MaxUint32, 3440567525, 288},
		{math.Pi, 1000003, 3293291094, 31},
	} {
		mantissa, exponent := ExponentOf(c.exponent).Power(c.value)
		if mantissa != c.mantissa || exponent != c.shift {
			t.Errorf("%d to the power of %v is %d·2^%d", c.value, c.exponent, mantissa, exponent)
		}
	}
}
