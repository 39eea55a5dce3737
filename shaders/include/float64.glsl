// Arithmetic of float64 in integers: many devices have no 64-bit floating point, and none
// guarantees square roots with the rounding of IEEE 754. Every result here has it: round to
// nearest, ties to even. The includer has long.glsl.
//
// A Float64 is significand·2^exponent and never negative. The significand is 0, or has its
// highest bit at bit 63 and zeros in its last eleven bits. There is no overflow and no subnormal
// number: aco/distance/planar.go admits only coordinates that lead to neither.
struct Float64 {
    uvec2 significand;
    int exponent;
};

// The exponent of the bits of 0: smaller than the exponent of any other number.
const int ZERO_EXPONENT = -1086;
const Float64 ZERO = Float64(uvec2(0u), ZERO_EXPONENT);
// The largest number below a half.
const Float64 BELOW_HALF = Float64(uvec2(0xfffff800u, 0xffffffffu), -65);

// float64_size returns the absolute value of a number from its bits.
Float64 float64_size(uvec2 bits) {
    uint exponent = bits.y >> 20 & 0x7ffu;
    if (exponent == 0u) {
        return ZERO;
    }
    uvec2 significand = uvec2(bits.x, bits.y & 0xfffffu | 0x100000u);
    return Float64(long_shift_left(significand, 11u), int(exponent) + ZERO_EXPONENT);
}

// rounded returns significand·2^exponent, rounded. The last bit is sticky: it is also set if a
// longer value has bits after it.
Float64 rounded(uvec2 significand, int exponent) {
    if (significand == uvec2(0u)) {
        return ZERO;
    }
    uint zeros = long_zeros(significand);
    significand = long_shift_left(significand, zeros);
    exponent -= int(zeros);
    uint remainder = significand.x & 0x7ffu;
    bool odd = (significand.x & 0x800u) != 0u;
    significand.x -= remainder;
    if (remainder > 0x400u || (remainder == 0x400u && odd)) {
        significand = long_add(significand, uvec2(0x800u, 0u));
        if (significand.y == 0u) { // all bits were set
            return Float64(uvec2(0u, 1u << 31), exponent + 1);
        }
    }
    return Float64(significand, exponent);
}

// shift_sticky shifts right; the last bit is also set if a bit that was shifted out is. A number
// shifted by 64 bits or more is too small to change the rounded sum.
uvec2 shift_sticky(uvec2 a, uint bits) {
    if (bits >= 64u) {
        return uvec2(0u);
    }
    uvec2 shifted = long_shift_right(a, bits);
    shifted.x |= long_shift_left(shifted, bits) == a ? 0u : 1u;
    return shifted;
}

bool float64_less(Float64 a, Float64 b) {
    return select(a.exponent == b.exponent, long_less(a.significand, b.significand), a.exponent < b.exponent);
}

// float64_sum returns a + b, or |a - b| with minus.
Float64 float64_sum(Float64 a, Float64 b, bool minus) {
    if (float64_less(a, b)) {
        Float64 smaller = a;
        a = b;
        b = smaller;
    }
    // The highest bit is free for the carry. The ten bits below the significand are enough to
    // round by, even if the difference loses its highest bit.
    uvec2 larger = long_shift_right(a.significand, 1u);
    uvec2 other = shift_sticky(b.significand, uint(a.exponent - b.exponent) + 1u);
    return rounded(select(minus, long_subtract(larger, other), long_add(larger, other)), a.exponent + 1);
}

Float64 float64_square(Float64 a) {
    uint low_high, low_low, middle_high, middle_low, high_high, high_low;
    umulExtended(a.significand.x, a.significand.x, low_high, low_low);
    umulExtended(a.significand.x, a.significand.y, middle_high, middle_low);
    umulExtended(a.significand.y, a.significand.y, high_high, high_low);
    uvec2 high = uvec2(high_low, high_high);
    for (int i = 0; i < 2; i++) { // the product of the two words counts twice
        uint carry;
        low_high = uaddCarry(low_high, middle_low, carry);
        high = long_add(high, uvec2(middle_high + carry, 0u));
    }
    high.x |= (low_low | low_high) == 0u ? 0u : 1u;
    return rounded(high, 2 * a.exponent + 64);
}

// float64_tenth divides by 10, 16 bits at a time. The quotient has at least 60 bits; the last one
// is sticky.
Float64 float64_tenth(Float64 a) {
    uint remainder = 0u;
    uvec2 quotient;
    for (int word = 1; word >= 0; word--) {
        uint high = remainder << 16 | a.significand[word] >> 16;
        uint low = high % 10u << 16 | a.significand[word] & 0xffffu;
        quotient[word] = high / 10u << 16 | low / 10u;
        remainder = low % 10u;
    }
    quotient.x |= remainder == 0u ? 0u : 1u;
    return rounded(quotient, a.exponent);
}

const uint ROOT_DIGITS = 55; // 53, one to round by, and a sticky one

// The state of a square root: the digits of the square that are not used yet, the remainder and
// the digits of the root so far.
struct RootState {
    uvec2 next, remainder, root;
};

void next_digit(inout RootState a) {
    a.remainder = long_shift_left(a.remainder, 2u);
    a.remainder.x |= a.next.y >> 30;
    a.next = long_shift_left(a.next, 2u);
    uvec2 twice = long_shift_left(a.root, 2u);
    twice.x |= 1u;
    a.root = long_shift_left(a.root, 1u);
    bool fits = !long_less(a.remainder, twice);
    a.remainder = select(fits, long_subtract(a.remainder, twice), a.remainder);
    a.root.x |= fits ? 1u : 0u;
}

// float64_root computes the square root digit by digit.
Float64 float64_root(Float64 a) {
    uint odd = uint(a.exponent) & 1u;
    RootState r = RootState(long_shift_right(a.significand, odd), uvec2(0u), uvec2(0u));
    // 5 digits per turn: Mesa's llvmpipe limits the turns of loops in a dispatch.
    for (uint i = 0u; i < ROOT_DIGITS; i += 5u) {
        next_digit(r);
        next_digit(r);
        next_digit(r);
        next_digit(r);
        next_digit(r);
    }
    r.root.x |= r.remainder == uvec2(0u) ? 0u : 1u;
    // The first 32 digits are the root of the significand as an integer.
    return rounded(r.root, (a.exponent + int(odd)) / 2 - int(ROOT_DIGITS - 32u));
}

// float64_floor truncates a number below 2³².
uint float64_floor(Float64 a) {
    return select(a.exponent <= -64, 0u, long_shift_right(a.significand, uint(-a.exponent)).x);
}

// float64_ceil rounds up a number below 2³² - 1.
uint float64_ceil(Float64 a) {
    uint whole = float64_floor(a);
    uvec2 shifted = select(a.exponent <= -64, uvec2(0u), long_shift_left(uvec2(whole, 0u), uint(-a.exponent)));
    return whole + uint(shifted != a.significand);
}
