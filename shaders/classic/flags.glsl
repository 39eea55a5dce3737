// Flags of cities, a bit for each, in FLAG_WORDS words: an ant's visited cities, and the raised
// trails of a city. The includer defines FLAG_WORDS and has the push constant cities.
//
// With SPREAD_FLAGS the number of words is a power of two, and consecutive cities are in
// different words. Such cities are often close to each other and visited together. The unvisited
// ones then stay evenly distributed among the invocations that read the words.
const uint CITIES_PER_LOAD = 8; // cities that next_unvisited returns

#ifdef SPREAD_FLAGS
uint flag_word(uint city) { return city & (FLAG_WORDS - 1u); }

uint flag_of(uint city) { return 1u << (city / FLAG_WORDS); }

uint flag_city(uint word, uint bit) { return bit * FLAG_WORDS + word; }

// padding_of returns the flags of a word that belong to no city.
uint padding_of(uint word) {
    uint used = word < cities ? (cities - word - 1u) / FLAG_WORDS + 1u : 0u;
    return used < 32u ? ~0u << used : 0u;
}

// next_unvisited removes up to CITIES_PER_LOAD cities from a word's unvisited ones. If there are
// fewer, it repeats one. They are from adjacent bits: invocations with adjacent words then load
// adjacent cities.
void next_unvisited(uint word, inout uint unvisited, out uint next[CITIES_PER_LOAD]) {
    uint first = uint(findLSB(unvisited));
    uint from = first & ~(CITIES_PER_LOAD - 1u);
    for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
        next[v] = flag_city(word, (unvisited >> (from + v) & 1u) != 0u ? from + v : first);
    }
    unvisited &= ~((1u << CITIES_PER_LOAD) - 1u << from);
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

// next_unvisited removes up to CITIES_PER_LOAD cities from a word's unvisited ones. If there are
// fewer, it repeats one.
void next_unvisited(uint word, inout uint unvisited, out uint next[CITIES_PER_LOAD]) {
    uint bit = 0u;
    for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
        bit = unvisited != 0u ? uint(findLSB(unvisited)) : bit;
        unvisited &= unvisited - 1u;
        next[v] = flag_city(word, bit);
    }
}
#endif

// Flags of the trails that deposits have raised, a row of FLAG_WORDS words for each city of each
// colony. All trails are equal at first. Evaporation and the local update of ACS keep the order
// of two trails, except that the local update lowers one to the initial value, the least of all.
// So no trail is larger than another if no deposit was on it. An ant that seeks a trail larger
// than another reads only those with a flag (subgroup_rest.glsl).
//
// The includer defines RAISED_BINDING, the slot, and RAISED_ACCESS, and has colony.
#ifdef RAISED_BINDING
layout(set = 0, binding = RAISED_BINDING, std430) RAISED_ACCESS buffer RaisedBuffer { uint raised[]; };

// raised_index returns the index of a word of a city's flags.
uint raised_index(uint from, uint i) { return (colony * cities + from) * FLAG_WORDS + i; }
#endif
