// Great-circle distances in whole numbers (docs/units.md). Go reference:
// tsp/internal/globe/haversine.go. The includer has long.glsl.

// Steps of a grid unit, times 2^FRACTION_BITS.
layout(constant_id = 32) const uint MULTIPLIER = 0;
layout(constant_id = 33) const uint FRACTION_BITS = 33;  // 33..63
// From the high word of a square to the haversine in 2⁻³⁰.
layout(constant_id = 34) const uint HAVERSINE_SHIFT = 0;

const uint HALF_CIRCLE = 3373259426u;  // π·2³⁰
const uint RIGHT_ANGLE = 0x20000000u;  // high word of the square of its chord

uvec2 long_product(uint a, uint b) {
    uvec2 product;
    umulExtended(a, b, product.y, product.x);
    return product;
}

// high_product returns a·b/2³², rounded down.
int high_product(int a, uint b) { return int(long_product(uint(a), b).y - (a < 0 ? b : 0u)); }

// arc_series returns (r(h) - 1)/h in multiples of 2⁻³².
int arc_series(uint h) {
    int sum = 632360425;
    sum = high_product(sum, h) - 877628032;
    sum = high_product(sum, h) + 724219321;
    sum = high_product(sum, h) - 192041529;
    sum = high_product(sum, h) + 159635363;
    sum = high_product(sum, h) + 121527383;
    sum = high_product(sum, h) + 192445756;
    sum = high_product(sum, h) + 322095472;
    return high_product(sum, h) + 715828239;
}

// nearest_root returns the whole number nearest to the root of a number of at most 2⁶¹ + 2³⁵.
// Floats have the same errors as in root_of of grid.glsl. So the estimated fraction has an error
// of less than 0.01 for large roots, and for small ones it is too small. The part that is added
// is less than 0.5 by more than that: d is the result or 1 below it, which the square of d + 0.5
// tells.
uint nearest_root(uvec2 square) {
    const float BELOW = 1.0 - 1.0 / 1048576.0, HALF = 0.484375;
    precise float size = float(square.y) * 4294967296.0 + float(square.x);
    precise float inverse = inversesqrt(max(size, 1.0));
    precise float low = size * inverse * BELOW;
    uint d = uint(low);
    uvec2 remainder = long_subtract(square, long_square(d));
    precise float fraction = (float(remainder.y) * 4294967296.0 + float(remainder.x)) * inverse * 0.5;
    d += uint(fraction + HALF);
    return d + uint(long_less(long_add(long_square(d), uvec2(d, 0u)), square));
}

// arc_of returns the steps of an arc, times 2^FRACTION_BITS, by the square of its chord.
uvec2 arc_of(uvec2 squares) {
    uint h = squares.y >> HAVERSINE_SHIFT << 2u;
    uint excess = uint(high_product(arc_series(h), h));
    return long_product(nearest_root(squares), MULTIPLIER + long_product(MULTIPLIER, excess).y);
}

// sum_of_squares returns the sum of the squares of differences modulo 2³².
uvec2 sum_of_squares(uvec3 difference) {
    uvec3 size = min(difference, 0u - difference);
    return long_add(long_add(long_square(size.x), long_square(size.y)), long_square(size.z));
}

uint haversine(uvec3 a, uvec3 b) {
    uvec2 squares = sum_of_squares(a - b);
    bool far = squares.y >= RIGHT_ANGLE;
    if (far) {
        squares = sum_of_squares(a + b);
    }
    uvec2 arc = arc_of(squares);
    if (far) {
        arc = long_subtract(long_product(HALF_CIRCLE, MULTIPLIER), arc);
    }
    return (arc.y + (1u << (FRACTION_BITS - 33u))) >> (FRACTION_BITS - 32u);
}
