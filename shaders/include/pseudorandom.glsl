// The pseudo-random proportional rule by a subgroup. Each invocation has one candidate, or several consecutive ones if subgroups are small.
// The rules and their sources are in the Go reference, internal/reference/pseudorandom.go. The including shader has subgroup_ant.glsl,
// fixed_lists.glsl, product.glsl, sum.glsl, team.glsl, subgroup_rest.glsl, trail_of, the push constants list_width, greedy, ants, seed, seed_high and
// first_colony, and the buffers neighbours and candidate_heuristic.
const uint LAST_PLACE = 63; // above every place in a list, so that no key is 0

uint candidate_city[PER_INVOCATION], candidate_eta[PER_INVOCATION]; // of the current city

// random_words returns the two random words of the ant's step.
uvec2 random_words(uint step) {
    return philox(uvec4(state.iteration, ant - colony * ants, step, 0u), uvec2(seed, seed_high ^ (first_colony + colony))).xy;
}

// load_candidates loads the candidates of the current city. It is separate from choose, so that its loads overlap with others.
void load_candidates() {
    uint list = current_city * list_width, row = current_city * CANDIDATES;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint k = first_place() + v;
        uint at = min(k, CANDIDATES - 1u); // clamped, so that the loads need no branch
        candidate_city[v] = neighbours[list + at];
        candidate_eta[v] = candidate_heuristic[row + at];
        candidate_city[v] = k < CANDIDATES ? candidate_city[v] : current_city; // a city that the ant has visited
    }
}

// Choice is the next city and the trail to it, the same in all invocations.
struct Choice {
    uint city, trail;
};

// candidate_at returns the candidate at a place in the list. All invocations call it with the same place.
Choice candidate_at(uint place, uint trails[PER_INVOCATION]) {
    Choice choice = Choice(candidate_city[0], trails[0]);
    for (uint v = 1u; v < PER_INVOCATION; v++) {
        if (place % PER_INVOCATION == v) {
            choice = Choice(candidate_city[v], trails[v]);
        }
    }
    return Choice(subgroup_shuffle(choice.city, place / PER_INVOCATION), subgroup_shuffle(choice.trail, place / PER_INVOCATION));
}

// explore returns a place drawn in proportion to the products, which are 0 for visited cities.
uint explore(uvec2 products[PER_INVOCATION], uint word) {
    int highest = MIN_TOP;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        if (products[v] != uvec2(0)) {
            highest = max(highest, top(Product(products[v].y, products[v].x, 0)));
        }
    }
    highest = subgroup_max(highest);
    uint drop = CANDIDATES > 1u ? uint(findMSB(CANDIDATES - 1u)) + 1u : 0u;
    uint weights[PER_INVOCATION], sum = 0u;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        weights[v] = products[v] == uvec2(0) ? 0u : max(1u, align_to(Product(products[v].y, products[v].x, 0), highest) >> drop);
        sum += weights[v];
    }
    uint total;
    uint target = team_sum(sum, TEAM, total);
    target = multiply_high(word, total) - target; // wraps around in the invocations after the chosen one
    uint place = ~0u;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        if (target < weights[v]) {
            place = first_place() + v;
            target = ~0u; // no weight is larger
        } else {
            target -= weights[v];
        }
    }
    return subgroup_min(place);
}

void keep_larger(inout uvec2 key, uvec2 other) { key = long_less(key, other) ? other : key; }

uvec2 key_from(uint distance, uvec2 key) { return uvec2(subgroup_shuffle_xor(key.x, distance), subgroup_shuffle_xor(key.y, distance)); }

void exchange_two_keys(uint distance, inout uvec2 key) { keep_larger(key, key_from(distance, key)); }

// exchange_four_keys does so with a distance and twice the distance. Its three exchanges can overlap.
void exchange_four_keys(uint distance, inout uvec2 key) {
    uvec2 near = key_from(distance, key), far = key_from(2u * distance, key), farther = key_from(3u * distance, key);
    keep_larger(key, near);
    keep_larger(far, farther);
    keep_larger(key, far);
}

// largest_key returns the largest key of the team.
uvec2 largest_key(uvec2 key) {
    exchange_four_keys(1u, key);
    if (TEAM > 8u) {
        exchange_four_keys(4u, key);
    } else if (TEAM > 4u) {
        exchange_two_keys(4u, key);
    }
    if (TEAM > 16u) {
        exchange_two_keys(16u, key);
    }
    return key;
}

// choose returns the next city for two random words and the city before the current one. All invocations call it.
Choice choose(uvec2 words, uint before) {
    uint forced = forced_after(current_city, before);
    if (forced != NO_CITY) {
        return Choice(forced, trail_of(current_city, forced));
    }
    uvec2 products[PER_INVOCATION];
    uint trails[PER_INVOCATION];
    uvec2 key = uvec2(0); // the largest of this invocation, with the place in its lowest bits
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        trails[v] = trail_of(current_city, candidate_city[v]);
        bool visited = is_visited(candidate_city[v]);
        umulExtended(trails[v], candidate_eta[v], products[v].y, products[v].x);
        products[v] = visited ? uvec2(0) : products[v];
        uint low = (products[v].x & ~LAST_PLACE) | (LAST_PLACE - (first_place() + v));
        keep_larger(key, visited ? uvec2(0) : uvec2(low, products[v].y));
    }
    key = largest_key(key);
    if (key.x == 0u) { // all candidates are visited
        uint city = best_of_rest();
        return Choice(city, trail_of(current_city, city));
    }
    uint place = words.x < greedy ? LAST_PLACE - (key.x & LAST_PLACE) : explore(products, words.y);
    return candidate_at(place, trails);
}
