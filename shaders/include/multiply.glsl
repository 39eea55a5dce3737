// multiply_high returns the high word of a product. If a is a random word, the result is a random
// number below b.
uint multiply_high(uint a, uint b) {
    uint high, low;
    umulExtended(a, b, high, low);
    return high;
}
