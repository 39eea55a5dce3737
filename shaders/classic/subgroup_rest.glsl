// The best of the rest, found by a subgroup. It needs subgroup_ant.glsl, team.glsl, rest.glsl, sum.glsl, the push constant list_width and the
// buffer neighbours. All invocations of the subgroup call its functions, and get the same city.

const uint PLACES_PER_LOAD = 4; // places of the list that an invocation loads together; enough for most lists

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

#ifdef NEAREST_REST
uint best_of_rest() { return nearest_of_rest(); }
#else
// best_in_own_words returns the best city with a trail above a given one among those of this invocation.
Attraction best_in_own_words(uint trail) {
#ifdef SELECTIVE
    if (trail >= initial) { // only cities of the record can have a larger one
        Attraction best = NO_ATTRACTION;
        for (uint place = lane; place < TRAILS; place += width) {
            uint city = city_in_record(place);
            if (city < cities && !is_visited(city) && record_trail(city) > trail) {
                keep_better(best, attraction_of(city));
            }
        }
        return best;
    }
#endif
    return best_in_words(lane, width, trail);
}

// exact_best_of_rest compares attractions. trail is the one to the nearest unvisited city.
uint exact_best_of_rest(uint nearest, uint trail) {
    Attraction best = best_in_own_words(trail);
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

#ifdef RANKS
const uint MAX_RANKED_WORDS = 128; // of visited flags: a subgroup of 32 loads them at once; with 256 ranks were slower on an H200

// ranked_best_of_rest ranks the cities that can be better than the nearest one, and compares attractions if the highest ranks are close.
uint ranked_best_of_rest() {
    Leader leader = NO_LEADER; // of this invocation
    // If there are fewer words than invocations, several share a word. The first words are loaded before the nearest city is known.
    uint sharing = clamp(width / FLAG_WORDS, 1u, 4u), part = lane / FLAG_WORDS;
    uint mask = part >= sharing ? 0u : sharing == 1u ? ~0u : sharing == 2u ? 0x55555555u << part : 0x11111111u << part;
    uint words[WORDS_PER_LOAD];
    load_raised(lane % FLAG_WORDS, width, words);
    uint nearest = nearest_of_rest();
    uint trail = subgroup_shuffle(trail_of(current_city, nearest), 0u); // invocations may have read different trails
    for (uint from = lane % FLAG_WORDS; from < FLAG_WORDS; from += WORDS_PER_LOAD * width) {
        if (from >= WORDS_PER_LOAD * width) {
            load_raised(from, width, words);
        }
        rank_words(leader, words, from, width, mask, trail);
    }
    int rank = rank_of(trail, distance_of(current_city, nearest));
    int highest = subgroup_max(leader.rank), least = highest - RANK_MARGIN;
    if (subgroup_agreed(rank > highest + RANK_MARGIN)) {
        return nearest;
    }
    uint close = subgroup_add(uint(leader.rank >= least) + uint(leader.second >= least)); // cities
    if (subgroup_agreed(rank < least && close == 1u)) {
        return subgroup_min(leader.rank >= least ? leader.city : ~0u);
    }
    return exact_best_of_rest(nearest, trail);
}
#endif

uint best_of_rest() {
#ifdef RANKS
    // Ranks need an invocation of the subgroup for each candidate, which has several if two ants share the subgroup. In smaller subgroups, such as
    // llvmpipe's, each invocation has more cities, and ranks take longer. So they do with more words.
    if (PER_INVOCATION <= ANTS_PER_SUBGROUP && FLAG_WORDS <= MAX_RANKED_WORDS) {
        return ranked_best_of_rest();
    }
#endif
    uint nearest = nearest_of_rest();
    return exact_best_of_rest(nearest, trail_of(current_city, nearest));
}
#endif
