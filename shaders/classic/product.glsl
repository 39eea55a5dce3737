// Products τ^α·η^β as (high·2³² + low)·2^exponent. Go references: product.go and
// choice.go in aco/classic/reference.
#include "power.glsl"

struct Product {
    uint high;
    uint low;
    int exponent;
};

const int MIN_TOP = -1 << 20; // below any product's top bit

Product product_of(uint pheromone, uint heuristic, uint alpha) {
    Product p;
    uint mantissa;
    power_of(pheromone, alpha, mantissa, p.exponent);
    umulExtended(mantissa, heuristic, p.high, p.low);
    return p;
}

// top returns the position of the highest bit.
int top(Product p) {
    return p.exponent + (p.high != 0u ? 32 + findMSB(p.high) : findMSB(p.low));
}

// align_to returns the product, rounded down, in a common unit: the highest bit of a product at
// row_top becomes bit 31.
uint align_to(Product p, int row_top) {
    int shift = row_top - 31 - p.exponent;
    if (shift >= 64) {
        return 0u;
    }
    if (shift >= 32) {
        return p.high >> (shift - 32);
    }
    if (shift > 0) {
        return p.high << (32 - shift) | p.low >> shift;
    }
    return p.low << -shift;
}

// weight_drop and weight_shift return by how many bits each of room aligned products is shifted:
// weight_drop before they are summed, weight_shift to become a weight.
uint weight_drop(uint room) { return uint(findMSB(room - 1u)) + 2u; }

uint weight_shift(uint sum, uint room) { return weight_drop(room) - uint(31 - findMSB(sum + 2u * room)); }
