// A program of float64 operations, with the rounding of IEEE 754 in each. aco/distance/program.go
// makes programs and explains their steps. The program is data, because every call is inlined: a
// loop over its steps needs the code of each operation once. The includer has
// float64.glsl, long.glsl and the buffer coordinates.
layout(constant_id = 32) const uint STEPS = 0;

const uint REGISTERS = 16;
const uint CONSTANTS = 48;
const uint THEN_ROOT = 1;     // the square root
const uint THEN_POSITIVE = 2; // TINY instead of 0 and of negative numbers
const uint THEN_ROUND = 3;    // the nearest integer, which sets the quadrant
const uint THEN_SERIES = 4;   // in odd quadrants the divisor is the next operand
// In odd quadrants the first factor is the next operand; in quadrants 1 and 2 the sign changes.
const uint THEN_TURN = 5;

const Float64 TINY = Float64(uvec2(0u, 1u << 31), -263); // 2⁻²⁰⁰

uvec2 registers[REGISTERS]; // the bits of float64 numbers

Float64 float64_product(Float64 a, Float64 b) {
    uint low_high, low_low, high_high, high_low;
    umulExtended(a.significand.x, b.significand.x, low_high, low_low);
    umulExtended(a.significand.y, b.significand.y, high_high, high_low);
    uvec2 high = uvec2(high_low, high_high);
    for (int i = 0; i < 2; i++) {
        uint middle_high, middle_low, carry;
        umulExtended(a.significand[i], b.significand[1 - i], middle_high, middle_low);
        low_high = uaddCarry(low_high, middle_low, carry);
        high = long_add(high, uvec2(middle_high + carry, 0u));
    }
    high.x |= (low_low | low_high) == 0u ? 0u : 1u;
    return rounded(high, a.exponent + b.exponent + 64);
}

// The state of a division of 53-bit integers: the remainder, below the divisor, and the quotient
// so far.
struct Division {
    uvec2 remainder, quotient;
};

const uint QUOTIENT_DIGITS = 11; // binary digits per step: the shifted remainder has 64 bits
const uint QUOTIENT_STEPS = 5;

// divide appends digits to the quotient. They are estimated in floats. The estimate's relative
// error is below 2⁻²⁰ with the precision that Vulkan guarantees, so it is at most 2⁻⁹ digits off.
// After BELOW is subtracted it is too small, by at most 1.
void divide(inout Division d, uvec2 divisor) {
    const float BELOW = 1.0 / 128.0, WORD = 4294967296.0;
    float ratio = (float(d.remainder.y) * WORD + float(d.remainder.x)) / (float(divisor.y) * WORD + float(divisor.x));
    uint digits = uint(max(ratio * float(1u << QUOTIENT_DIGITS) - BELOW, 0.0));
    uvec2 product;
    umulExtended(divisor.x, digits, product.y, product.x);
    product.y += divisor.y * digits;
    d.remainder = long_subtract(long_shift_left(d.remainder, QUOTIENT_DIGITS), product);
    if (!long_less(d.remainder, divisor)) {
        d.remainder = long_subtract(d.remainder, divisor);
        digits++;
    }
    d.quotient = long_shift_left(d.quotient, QUOTIENT_DIGITS);
    d.quotient.x += digits;
}

// float64_quotient returns a/b for b > 0. The quotient of the significands has 55 binary digits
// after the point: 54 for rounding, if the first one is 0, and one more.
Float64 float64_quotient(Float64 a, Float64 b) {
    uvec2 divisor = long_shift_right(b.significand, 11u);
    Division d = Division(long_shift_right(a.significand, 11u), uvec2(0u));
    if (!long_less(d.remainder, divisor)) {
        d = Division(long_subtract(d.remainder, divisor), uvec2(1u, 0u));
    }
    [[dont_unroll]] for (uint i = 0u; i < QUOTIENT_STEPS; i++) {
        divide(d, divisor);
    }
    d.quotient.x |= d.remainder == uvec2(0u) ? 0u : 1u;
    return rounded(d.quotient, a.exponent - b.exponent - int(QUOTIENT_STEPS * QUOTIENT_DIGITS));
}

// float64_bits returns the bits of a number with this sign bit.
uvec2 float64_bits(Float64 a, uint sign) {
    uvec2 bits = long_shift_right(a.significand, 11u);
    return uvec2(bits.x, bits.y & 0xfffffu | uint(a.exponent - ZERO_EXPONENT) << 20 | sign);
}

// operand returns the bits of a register or, beyond, of a constant.
uvec2 operand(uint index, uint constants) {
    if (index < REGISTERS) {
        return registers[index];
    }
    uvec4 both = coordinates[constants + (index - REGISTERS) / 2u];
    return (index & 1u) == 0u ? both.xy : both.zw;
}

// run_program computes the steps after the constants, which begin at the given index of
// coordinates. It returns register 0, truncated.
uint run_program(uint constants) {
    const uint SIGN = 1u << 31;
    uint quadrant = 0u;
    for (uint i = 0u; i < STEPS; i++) {
        uint code = coordinates[constants + CONSTANTS / 2u + i / 4u][i & 3u];
        uint then = code & 7u, odd = quadrant & 1u;
        uvec2 base = operand(code >> 8 & 63u, constants);
        uvec2 a = operand((code >> 14 & 63u) + (then == THEN_TURN ? odd : 0u), constants);
        uvec2 b = operand(code >> 20 & 63u, constants);
        uvec2 c = operand((code >> 26) + (then == THEN_SERIES ? odd : 0u), constants);
        // base ± a·b/c
        Float64 size = float64_size(base);
        Float64 term = float64_quotient(float64_product(float64_size(a), float64_size(b)), float64_size(c));
        uint base_sign = base.y & SIGN, sign = (a.y ^ b.y ^ c.y ^ code << 28) & SIGN;
        Float64 value = float64_sum(size, term, base_sign != sign);
        sign = float64_less(size, term) ? sign : base_sign;
        if (then == THEN_ROOT) {
            value = float64_root(value);
        } else if (then == THEN_POSITIVE) {
            if (sign != 0u || value.significand == uvec2(0u)) {
                value = TINY;
                sign = 0u;
            }
        } else if (then == THEN_ROUND) {
            uint whole = nearest(value);
            value = rounded(uvec2(whole, 0u), 0);
            quadrant = sign == 0u ? whole : 0u - whole;
        } else if (then == THEN_TURN) {
            sign ^= (quadrant + 1u & 2u) << 30;
        }
        registers[code >> 4 & 15u] = float64_bits(value, sign);
    }
    return float64_floor(float64_size(registers[0]));
}
