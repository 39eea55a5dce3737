// Products τ^α·η^β as (high·2³² + low)·2^exponent. Go reference: aco/classic/reference/product.go.
struct Product {
    uint high;
    uint low;
    int exponent;
};

const int MIN_TOP = -1 << 20; // below any product's top bit

// square_root replaces mantissa·2^exponent, whose highest bit is set, by its root with 16 bits.
void square_root(inout uint mantissa, inout int exponent) {
    if ((exponent & 1) != 0) {
        mantissa >>= 1;
        exponent++;
    }
    uint root = 0u;
    for (uint bit = 1u << 15; bit != 0u; bit >>= 1) {
        uint trial = root | bit;
        if (trial * trial <= mantissa) {
            root = trial;
        }
    }
    int zeros = 31 - findMSB(root);
    mantissa = root << zeros;
    exponent = exponent / 2 - zeros;
}

// power computes value^(halves/2) as mantissa·2^exponent with the mantissa's highest bit set,
// each step rounded down.
void power(uint value, uint halves, out uint mantissa, out int exponent) {
    int zeros = 31 - findMSB(value);
    uint base = value << zeros;
    int base_exponent = -zeros;
    mantissa = 1u << 31;
    exponent = -31;
    if (halves % 2u == 1u) {
        mantissa = base;
        exponent = base_exponent;
        square_root(mantissa, exponent);
    }
    for (uint i = 0u; i < halves / 2u; i++) {
        uint high, low;
        umulExtended(mantissa, base, high, low);
        if (high < (1u << 31)) {
            high = high << 1 | low >> 31;
            exponent--;
        }
        mantissa = high;
        exponent += base_exponent + 32;
    }
}

Product product_of(uint pheromone, uint heuristic, uint alpha_halves) {
    Product p;
    uint mantissa;
    power(pheromone, alpha_halves, mantissa, p.exponent);
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
