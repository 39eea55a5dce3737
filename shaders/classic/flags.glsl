// Layout of an ant's visited flags: one bit per city, in FLAG_WORDS words. With SPREAD_FLAGS the number of words is a power of two, and
// consecutive cities are in different words. Such cities are often close to each other and visited together. So the unvisited ones stay
// evenly distributed among the invocations that read the words.
#ifdef SPREAD_FLAGS
uint flag_word(uint city) { return city & (FLAG_WORDS - 1u); }

uint flag_of(uint city) { return 1u << (city / FLAG_WORDS); }

uint flag_city(uint word, uint bit) { return bit * FLAG_WORDS + word; }

// padding_of returns the flags of a word that belong to no city.
uint padding_of(uint word) {
    uint used = word < cities ? (cities - word - 1u) / FLAG_WORDS + 1u : 0u;
    return used < 32u ? ~0u << used : 0u;
}
#else
uint flag_word(uint city) { return city >> 5; }

uint flag_of(uint city) { return 1u << (city & 31u); }

uint flag_city(uint word, uint bit) { return 32u * word + bit; }

// padding_of returns the flags of a word that belong to no city.
uint padding_of(uint word) {
    uint from = 32u * word;
    return from + 32u <= cities ? 0u : ~0u << (cities - from);
}
#endif
