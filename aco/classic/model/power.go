package model

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Exponent is α or β in parts of 2²⁸. A float64 in between is rounded.
type Exponent uint32

// Exponents of common powers.
const (
	ExponentHalf Exponent = glsl.PowerHalf
	ExponentOne  Exponent = glsl.PowerOne
)

// ExponentOf returns the exponent of a parameter. Multiples of 0.5 are exact.
func ExponentOf(parameter float64) Exponent {
	return Exponent(math.Round(parameter * float64(ExponentOne)))
}

// Halves returns the exponent as a number of halves, rounded up, and whether it is a multiple of
// 0.5.
func (e Exponent) Halves() (halves uint32, exact bool) {
	return uint32((e + ExponentHalf - 1) / ExponentHalf), e%ExponentHalf == 0
}

// Power returns value^e as mantissa·2^exponent. The value is at least 1. The highest bit of the
// mantissa is set. The relative error is below 2⁻¹⁴ for multiples of 0.5, and below 2⁻¹⁹ for other
// exponents. A larger value never has a smaller power. The shader version is
// shaders/classic/power.glsl, which has the constants.
func (e Exponent) Power(value uint32) (mantissa uint32, exponent int32) {
	if halves, exact := e.Halves(); exact {
		return halfPower(value, halves)
	}
	return realPower(value, e)
}

// halfPower returns value^(halves/2). Each multiplication rounds down.
func halfPower(value, halves uint32) (mantissa uint32, exponent int32) {
	zeros := int32(bits.LeadingZeros32(value))
	base, baseExponent := value<<zeros, -zeros
	mantissa, exponent = 1<<31, -31
	if halves%2 == 1 {
		mantissa, exponent = squareRoot(base, baseExponent)
	}
	for range halves / 2 {
		high, low := bits.Mul32(mantissa, base)
		if high < 1<<31 {
			high = high<<1 | low>>31
			exponent--
		}
		mantissa, exponent = high, exponent+baseExponent+32
	}
	return mantissa, exponent
}

// squareRoot returns the square root of base·2^exponent to 16 bits. The highest bit of base is
// set.
func squareRoot(base uint32, exponent int32) (uint32, int32) {
	if exponent&1 != 0 {
		base >>= 1
		exponent++
	}
	var root uint32
	for bit := uint32(1 << 15); bit != 0; bit >>= 1 {
		if trial := root | bit; trial*trial <= base {
			root = trial
		}
	}
	zeros := int32(bits.LeadingZeros32(root))
	return root << zeros, exponent/2 - zeros
}

// realPower returns value^e as a power of two: 2^(e·log2(value)).
func realPower(value uint32, e Exponent) (mantissa uint32, exponent int32) {
	zeros := bits.LeadingZeros32(value)
	product := uint64(31-zeros)*uint64(e) + uint64(multiplyHigh(uint32(e), logFraction(value<<zeros<<1))) // parts of 2²⁸
	return 1<<31 | expFraction(uint32(product)<<4)>>1, int32(product>>28) - 31
}

// logFraction returns log2(1 + t). Argument and result are in parts of 2³².
func logFraction(t uint32) uint32 {
	t &= glsl.PowerSteps
	sum := uint32(glsl.PowerLog6)
	for _, c := range [...]uint32{
		glsl.PowerLog5, glsl.PowerLog4, glsl.PowerLog3, glsl.PowerLog2, glsl.PowerLog1, glsl.PowerLog0,
	} {
		sum = c - multiplyHigh(t, sum)
	}
	return t + multiplyHigh(multiplyHigh(t, -t), sum)
}

// expFraction returns 2^t − 1. Argument and result are in parts of 2³².
func expFraction(t uint32) uint32 {
	t &= glsl.PowerSteps
	sum := uint32(glsl.PowerExp3)
	for _, c := range [...]uint32{glsl.PowerExp2, glsl.PowerExp1, glsl.PowerExp0} {
		sum = c + multiplyHigh(t, sum)
	}
	return t - multiplyHigh(multiplyHigh(t, -t), sum)
}

// multiplyHigh returns the high word of a product.
func multiplyHigh(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }
