// quotient returns min(most, ⌊dividend/divisor⌋) of 64-bit numbers by long division. The dividend
// is below 2⁶³. The includer has long.glsl.
uint quotient(uvec2 dividend, uvec2 divisor, uint most) {
    uvec2 remainder = uvec2(dividend.y, 0u);
    if (!long_less(remainder, divisor)) {
        return most; // the quotient has more than 32 bits, or the divisor is 0
    }
    uint quotient = 0u;
    for (int bit = 31; bit >= 0; bit--) {
        remainder = uvec2(remainder.x << 1 | (dividend.x >> bit & 1u), remainder.y << 1 | remainder.x >> 31);
        quotient <<= 1;
        if (!long_less(remainder, divisor)) {
            remainder = long_subtract(remainder, divisor);
            quotient |= 1u;
        }
    }
    return min(most, quotient);
}
