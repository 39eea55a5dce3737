// Fixed edges, which every tour has: as soon as an ant visits one city of a fixed edge, it must
// visit the other.
// Go reference: aco/fixed/fixed.go.
//
// A buffer has a word for each city: the other city of its fixed edge, or the city itself if it
// has none. These words follow the lists in the buffer neighbours. The includer has the push
// constants cities and list_width.
//
// With FIXED_IN_WEIGHTS, for Ant System, they follow the rows of the buffer weights. The includer
// also has the push constants first and pitch, and the buffer tours. With VECTOR_WEIGHTS an
// element of weights has four words.
layout(constant_id = 10) const uint FIXED = 0; // 1: there are fixed edges
const uint NO_CITY = ~0u;

// partner_of returns the other city of a city's fixed edge, or the city itself.
#ifndef FIXED_IN_WEIGHTS
uint partner_of(uint city) { return neighbours[cities * list_width + city]; }
#elif defined(VECTOR_WEIGHTS)
uint partner_of(uint city) { return weights[cities * (pitch / 4u) + (city >> 2)][city & 3u]; }
#else
uint partner_of(uint city) { return weights[cities * pitch + city]; }
#endif

// is_fixed returns whether the edge between two different cities is fixed.
bool is_fixed(uint a, uint b) { return FIXED == 1u && partner_of(a) == b; }

// forced_after returns the city that an ant must visit after a city, NO_CITY if it can choose.
// The city before is NO_CITY at the start.
uint forced_after(uint city, uint before) {
    if (FIXED == 0u) {
        return NO_CITY;
    }
    uint partner = partner_of(city);
    return partner == city || partner == before ? NO_CITY : partner;
}

#ifdef FIXED_IN_WEIGHTS
// The city that the ant must visit in this step; NO_CITY: it can choose.
uint forced_city = NO_CITY;
uint city_before = NO_CITY; // the city before the current one

// begin_steps finds the city before the current one, if earlier dispatches made the first steps
// of the tour.
void begin_steps(uint tour) {
    if (FIXED == 1u && first > 1u) {
        city_before = tours[tour + first - 2u];
    }
}

// begin_step sets the forced city of a step that leaves a city.
void begin_step(uint city) {
    if (FIXED == 1u) {
        forced_city = forced_after(city, city_before);
        city_before = city;
    }
}

// can_choose returns whether the ant has a choice in the step.
bool can_choose() { return FIXED == 0u || forced_city == NO_CITY; }

// is_excluded returns whether the ant must visit another city.
bool is_excluded(uint city) { return !can_choose() && city != forced_city; }

// flags_with_excluded returns the visited flags of count consecutive cities. Excluded cities
// count as visited.
uint flags_with_excluded(uint flags, uint from, uint count) {
    if (can_choose()) {
        return flags;
    }
    // At wraps around before the first one.
    uint at = forced_city - from, all = ~0u >> (32u - count);
    return at < count ? all ^ (1u << at) : all;
}
#endif
