// Fixed edges in the buffer weights of Ant System: behind the rows of all cities, a word for each city. It needs the push constants cities and
// pitch, and the buffer tours. With VECTOR_WEIGHTS an element of weights has four words.
#ifdef VECTOR_WEIGHTS
uint partner_of(uint city) { return weights[cities * (pitch / 4u) + (city >> 2)][city & 3u]; }
#else
uint partner_of(uint city) { return weights[cities * pitch + city]; }
#endif

#include "fixed.glsl"

uint forced_city = NO_CITY; // the city that the ant must visit in this step; NO_CITY: it can choose
uint city_before = NO_CITY; // the city before the current one

// begin_steps finds the city before the current one in a tour of which earlier dispatches made the first steps.
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

// is_excluded returns whether the ant must visit another city.
bool is_excluded(uint city) { return FIXED == 1u && forced_city != NO_CITY && city != forced_city; }

// flags_with_excluded returns the visited flags of count cities from one on, with those of excluded cities set.
uint flags_with_excluded(uint flags, uint from, uint count) {
    if (FIXED == 0u || forced_city == NO_CITY) {
        return flags;
    }
    uint at = forced_city - from, all = ~0u >> (32u - count); // at wraps around before the first one
    return at < count ? all ^ (1u << at) : all;
}
