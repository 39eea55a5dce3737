package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// product is τ^α·η^β as (high·2³² + low)·2^exponent. The shader version is
// shaders/classic/product.glsl.
type product struct {
	high, low uint32
	exponent  int32
}

// minTop is below the highest bit of any product: for α ≤ 10, exponents lie within ±10·32.
const minTop int32 = -1 << 20

// productOf returns pheromone^α·heuristic. Both values are at least 1.
func productOf(pheromone, heuristic uint32, alpha model.Exponent) product {
	mantissa, exponent := alpha.Power(pheromone)
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
