// 64-bit numbers as two words, low word first: many devices have no 64-bit integers.
uvec2 long_add(uvec2 a, uvec2 b) {
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

// carry_of returns the carry of an addition to a low word that was old before.
uint carry_of(uint old, uint part) { return uint(old + part < old); }

// long_minus returns -a.
uvec2 long_minus(int a) {
    uvec2 extended = uvec2(a, a >> 31);
    return long_add(~extended, uvec2(1u, 0u));
}

uvec2 long_subtract(uvec2 a, uvec2 b) {
    uint borrow;
    uint low = usubBorrow(a.x, b.x, borrow);
    return uvec2(low, a.y - b.y - borrow);
}

bool long_less(uvec2 a, uvec2 b) {
    return select(a.y == b.y, a.x < b.x, a.y < b.y);
}

uvec2 long_square(uint a) {
    uvec2 square;
    umulExtended(a, a, square.y, square.x);
    return square;
}

// long_shift_left shifts by 0 to 63 bits.
uvec2 long_shift_left(uvec2 a, uint bits) {
    a = select(bits < 32u, a, uvec2(0u, a.x));
    bits &= 31u; // two shifts from word to word, because a shift by 32 is undefined
    return uvec2(a.x << bits, a.y << bits | a.x >> 1 >> (31u - bits));
}

// long_shift_right shifts by 0 to 63 bits.
uvec2 long_shift_right(uvec2 a, uint bits) {
    a = select(bits < 32u, a, uvec2(a.y, 0u));
    bits &= 31u;
    return uvec2(a.x >> bits | a.y << 1 << (31u - bits), a.y >> bits);
}

// long_zeros returns the number of leading zeros of a number that is not 0.
uint long_zeros(uvec2 a) {
    return uint(select(a.y != 0u, 31 - findMSB(a.y), 63 - findMSB(a.x)));
}

// quotient returns min(most, ⌊dividend/divisor⌋) by long division. The dividend is below 2⁶³.
uint quotient(uvec2 dividend, uvec2 divisor, uint most) {
    uvec2 remainder = uvec2(dividend.y, 0u);
    if (!long_less(remainder, divisor)) {
        return most; // the quotient has more than 32 bits, or the divisor is 0
    }
    uint result = 0u;
    for (int bit = 31; bit >= 0; bit--) {
        remainder = uvec2(remainder.x << 1 | (dividend.x >> bit & 1u), remainder.y << 1 | remainder.x >> 31);
        result <<= 1;
        if (!long_less(remainder, divisor)) {
            remainder = long_subtract(remainder, divisor);
            result |= 1u;
        }
    }
    return min(most, result);
}
