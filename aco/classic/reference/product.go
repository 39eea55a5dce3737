package reference

import "math/bits"

// product is τ^α·η^β as (high·2³² + low)·2^exponent. The shader version is
// shaders/classic/product.glsl.
type product struct {
	high, low uint32
	exponent  int32
}

// minTop is below the highest bit of any product: for α ≤ 10, exponents lie within ±10·32.
const minTop int32 = -1 << 20

// productOf returns pheromone^(alphaHalves/2)·heuristic. Both values are at least 1.
func productOf(pheromone, heuristic, alphaHalves uint32) product {
	mantissa, exponent := power(pheromone, alphaHalves)
	high, low := bits.Mul32(mantissa, heuristic)
	return product{high, low, exponent}
}

// top returns the position of the highest bit.
func (p product) top() int32 {
	if p.high != 0 {
		return 63 - int32(bits.LeadingZeros32(p.high)) + p.exponent
	}
	return 31 - int32(bits.LeadingZeros32(p.low)) + p.exponent
}

// align returns the product divided by 2^(top−31), rounded down. top is the largest top of all
// products.
func (p product) align(top int32) uint32 {
	shift := top - 31 - p.exponent
	switch {
	case shift >= 64:
		return 0
	case shift >= 32:
		return p.high >> (shift - 32)
	case shift > 0:
		return p.high<<(32-shift) | p.low>>shift
	default:
		return p.low << -shift
	}
}

// power returns value^(halves/2) as mantissa·2^exponent. The highest bit of mantissa is set. Each
// multiplication rounds down.
func power(value, halves uint32) (mantissa uint32, exponent int32) {
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
