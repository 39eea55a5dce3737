// quotient returns min(most, ⌊dividend/divisor⌋) of 64-bit numbers by long division; the dividend is below 2⁶³. It needs long.glsl.
uint quotient(uvec2 dividend, uvec2 divisor, uint most) {
    uvec2 rest = uvec2(dividend.y, 0u);
    if (!long_less(rest, divisor)) {
        return most; // the quotient has more than 32 bits, or the divisor is 0
    }
    uint quotient = 0u;
    for (int bit = 31; bit >= 0; bit--) {
        rest = uvec2(rest.x << 1 | (dividend.x >> bit & 1u), rest.y << 1 | rest.x >> 31);
        quotient <<= 1;
        if (!long_less(rest, divisor)) {
            rest = long_subtract(rest, divisor);
            quotient |= 1u;
        }
    }
    return min(most, quotient);
}
