// The best of the rest (rest.glsl), found by a subgroup. All invocations of the subgroup call
// these functions and get the same city.
//
// The includer has subgroup_ant.glsl, team.glsl, sum.glsl, the push constant list_width and the
// buffer neighbours, and what rest.glsl needs. With SELECTIVE it also has the trails of a record:
// initial, TRAILS, record_trail and city_in_record. Otherwise it has the flags of raised trails
// (flags.glsl).
#include "rest.glsl"

// Places of the list that an invocation loads together; enough for most lists.
const uint PLACES_PER_LOAD = 4;

// nearest_of_rest returns the nearest unvisited city.
uint nearest_of_rest() {
    for (uint base = CANDIDATES; base < list_width; base += PLACES_PER_LOAD * width) {
        uint listed[PLACES_PER_LOAD], words[PLACES_PER_LOAD];
        for (uint v = 0u; v < PLACES_PER_LOAD; v++) {
            listed[v] = neighbours[current_city * list_width + min(base + v * width + lane, list_width - 1u)];
        }
        for (uint v = 0u; v < PLACES_PER_LOAD; v++) {
            words[v] = visited_word(flag_word(listed[v]));
        }
        uint place = ~0u, city = 0u; // the first unvisited city of this invocation
        for (uint v = 0u; v < PLACES_PER_LOAD; v++) {
            bool first_found = (words[v] & flag_of(listed[v])) == 0u && place == ~0u;
            place = first_found ? v * width + lane : place;
            city = first_found ? listed[v] : city;
        }
        uint least = subgroup_min(place);
        if (subgroup_agreed(least != ~0u)) {
            return subgroup_shuffle(city, least & (width - 1u)); // the width is a power of two
        }
    }
    Near nearest = nearest_in_words(lane, width);
    uint least = subgroup_min(nearest.distance);
    return subgroup_min(nearest.distance == least ? nearest.city : ~0u);
}

#ifdef CANDIDATE_TRAILS
uint best_of_rest() { return nearest_of_rest(); }
#else
// best_above returns the best unvisited city of this invocation with a trail above a given one.
#ifdef SELECTIVE
uint record_trail(uint other);
uint city_in_record(uint place);

Attraction best_above(uint trail) {
    if (trail >= initial) { // only cities of the record can have a larger trail
        Attraction best = NO_ATTRACTION;
        for (uint place = lane; place < TRAILS; place += width) {
            uint city = city_in_record(place);
            if (city < cities && !is_visited(city) && record_trail(city) > trail) {
                keep_better(best, attraction_of(city));
            }
        }
        return best;
    }
    return best_in_words(lane, width, trail);
}
#else
const uint WORDS_PER_LOAD = 4; // words of flags that an invocation loads together

Attraction best_above(uint trail) {
    Attraction best = NO_ATTRACTION;
    for (uint i = lane; i < FLAG_WORDS; i += WORDS_PER_LOAD * width) {
        uint words[WORDS_PER_LOAD];
        for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
            words[v] = raised[raised_index(current_city, min(i + v * width, FLAG_WORDS - 1u))];
        }
        for (uint v = 0u; v < WORDS_PER_LOAD && i + v * width < FLAG_WORDS; v++) {
            uint word = i + v * width;
            keep_best_of(best, word, words[v] & ~visited_word(word), trail);
        }
    }
    return best;
}
#endif

// exact_best_of_rest compares attractions. trail is the one to the nearest unvisited city.
uint exact_best_of_rest(uint nearest, uint trail) {
    Attraction best = best_above(trail);
    if (subgroup_agreed(subgroup_min(best.near.city) == ~0u)) {
        return nearest;
    }
    keep_better(best, attraction_of(nearest));
    for (uint distance = 1u; distance < width; distance *= 2u) {
        Attraction other;
        other.trail = subgroup_shuffle_xor(best.trail, distance);
        other.distance = subgroup_shuffle_xor(best.distance, distance);
        other.exponent = subgroup_shuffle_xor(best.exponent, distance);
        other.near.distance = subgroup_shuffle_xor(best.near.distance, distance);
        other.near.city = subgroup_shuffle_xor(best.near.city, distance);
        keep_better(best, other);
    }
    return best.near.city;
}

// Ranks take registers, most of all where distances are computed, and with the records of ACS
// they gained little.
#if !defined(SELECTIVE) && !defined(COORDINATES) && !defined(NO_SUBGROUPS)
#define RANKS
#include "rank.glsl"
#endif

uint best_of_rest() {
#ifdef RANKS
    // Ranks need an invocation of the subgroup for each candidate, which has several if two ants
    // share the subgroup. In smaller subgroups, such as llvmpipe's, each invocation has more
    // cities, and ranks take longer. So they do with more words.
    if (PER_INVOCATION <= ANTS_PER_SUBGROUP && FLAG_WORDS <= MAX_RANKED_WORDS) {
        return ranked_best_of_rest();
    }
#endif
    uint nearest = nearest_of_rest();
    return exact_best_of_rest(nearest, trail_of(current_city, nearest));
}
#endif
