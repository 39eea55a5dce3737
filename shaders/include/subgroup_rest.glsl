// The best of the rest, found by a subgroup together. It needs subgroup_ant.glsl, team.glsl, rest.glsl, sum.glsl, the push constant
// list_width and the buffer neighbours. All invocations of the subgroup call its functions, and agree on the city.

const uint LISTED_AT_ONCE = 4; // places of the list that an invocation looks at together: all of most lists

// nearest_of_rest returns the nearest unvisited city.
uint nearest_of_rest() {
    for (uint base = CANDIDATES; base < list_width; base += LISTED_AT_ONCE * width) {
        uint place = ~0u, city = 0u; // the first unvisited one of this invocation
        for (uint v = 0u; v < LISTED_AT_ONCE; v++) {
            uint k = min(base + v * width + lane, list_width - 1u);
            uint listed = neighbours[chosen * list_width + k];
            bool first_found = !is_visited(listed) && place == ~0u;
            place = first_found ? k : place;
            city = first_found ? listed : city;
        }
        uint least = subgroup_min(place);
        if (least != ~0u) {
            return subgroup_shuffle(city, (least - base) % width);
        }
    }
    Near nearest = nearest_of_words(lane, width);
    uint least = subgroup_min(nearest.distance);
    return subgroup_min(nearest.distance == least ? nearest.city : ~0u);
}

#ifdef NEAREST_REST
uint best_of_rest() { return nearest_of_rest(); }
#else
// best_of_own returns the best city with more than a trail among those that this invocation looks at.
Rest best_of_own(uint trail) {
#ifdef SELECTIVE
    if (trail >= initial) { // only cities of the record can have more
        Rest best = NO_REST;
        for (uint place = lane; place < TRAILS; place += width) {
            uint city = end_at(place);
            if (city < cities && !is_visited(city) && recorded(city) > trail) {
                keep_better(best, rest_of(city));
            }
        }
        return best;
    }
#endif
    return best_of_words(lane, width, trail);
}

uint best_of_rest() {
    uint nearest = nearest_of_rest();
    Rest best = best_of_own(trail_of(chosen, nearest));
    if (subgroup_min(best.near.city) == ~0u) {
        return nearest;
    }
    keep_better(best, rest_of(nearest));
    for (uint distance = 1u; distance < width; distance *= 2u) {
        Rest other;
        other.trail = subgroup_shuffle_xor(best.trail, distance);
        other.distance = subgroup_shuffle_xor(best.distance, distance);
        other.exponent = subgroup_shuffle_xor(best.exponent, distance);
        other.near.distance = subgroup_shuffle_xor(best.near.distance, distance);
        other.near.city = subgroup_shuffle_xor(best.near.city, distance);
        keep_better(best, other);
    }
    return best.near.city;
}
#endif
