// The best of the rest, found by a subgroup. It needs subgroup_ant.glsl, team.glsl, rest.glsl, sum.glsl, the push constant list_width and the
// buffer neighbours. All invocations of the subgroup call its functions, and get the same city.

const uint PLACES_PER_LOAD = 4; // places of the list that an invocation loads together; enough for most lists

// nearest_of_rest returns the nearest unvisited city.
uint nearest_of_rest() {
    for (uint base = CANDIDATES; base < list_width; base += PLACES_PER_LOAD * width) {
        uint place = ~0u, city = 0u; // the first unvisited city of this invocation
        for (uint v = 0u; v < PLACES_PER_LOAD; v++) {
            uint k = min(base + v * width + lane, list_width - 1u);
            uint listed = neighbours[current_city * list_width + k];
            bool first_found = !is_visited(listed) && place == ~0u;
            place = first_found ? k : place;
            city = first_found ? listed : city;
        }
        uint least = subgroup_min(place);
        if (least != ~0u) {
            return subgroup_shuffle(city, (least - base) % width);
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

uint best_of_rest() {
    uint nearest = nearest_of_rest();
    Attraction best = best_in_own_words(trail_of(current_city, nearest));
    if (subgroup_min(best.near.city) == ~0u) {
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
#endif
