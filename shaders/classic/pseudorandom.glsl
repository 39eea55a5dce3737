// The pseudo-random proportional rule of ACS, by a subgroup, and the candidates of an ant's
// current city. Each invocation has one candidate, or several consecutive ones if subgroups are
// small.
// Go reference: aco/classic/reference/construct_acs.go.
//
// The includer has subgroup_ant.glsl, team.glsl, fixed.glsl, sum.glsl, subgroup_rest.glsl,
// philox.glsl, the push constants ants, seed, seed_high, first_colony and list_width, and the
// buffers neighbours and candidate_heuristic. It defines the two functions declared here.
uint trail_of(uint from, uint to);
uint candidate_trail(uint v); // the trail from the current city to a candidate of this invocation

uint candidate_city[PER_INVOCATION], candidate_eta[PER_INVOCATION];

// candidate_place returns the place in the list of a candidate of this invocation. Places after
// the last one are replaced by it, so that loads need no branch.
uint candidate_place(uint v) { return min(first_place() + v, CANDIDATES - 1u); }

// load_candidates loads the candidates. It is separate from choose, so that its loads overlap
// with others.
void load_candidates() {
    uint list = current_city * list_width, row = current_city * CANDIDATES;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint place = candidate_place(v);
        candidate_city[v] = neighbours[list + place];
        candidate_eta[v] = candidate_heuristic[row + place];
        // a city that the ant has visited.
        candidate_city[v] = first_place() + v < CANDIDATES ? candidate_city[v] : current_city;
    }
}

const uint LAST_PLACE = 63; // above every place in a list, so that no key is 0

// random_words returns the two random words of the ant's step.
uvec2 random_words(uint step) {
    return philox(uvec4(state[COLONY].iteration, ant - colony * ants, step, 0u),
        uvec2(seed, seed_high ^ (first_colony + colony))).xy;
}

// Choice is the next city, the same in all invocations. Only the invocation owner has the trail
// to it and its word of visited flags.
struct Choice {
    uint city, owner;
    uint trail, flags;
};

// only_choice returns a city that is no candidate, or is chosen without regard to the candidates.
Choice only_choice(uint city) {
    return Choice(city, 0u, trail_of(current_city, city), visited_word(flag_word(city)));
}

// candidate_at returns the candidate at a place in the list. All invocations call it with the
// same place.
Choice candidate_at(uint place, uint trails[PER_INVOCATION], uint flags_of[PER_INVOCATION]) {
    Choice choice = Choice(candidate_city[0], place / PER_INVOCATION, trails[0], flags_of[0]);
    for (uint v = 1u; v < PER_INVOCATION; v++) {
        if (place % PER_INVOCATION == v) {
            choice.city = candidate_city[v];
            choice.trail = trails[v];
            choice.flags = flags_of[v];
        }
    }
    choice.city = subgroup_shuffle(choice.city, choice.owner);
    return choice;
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
        weights[v] = products[v] == uvec2(0)
            ? 0u
            : max(1u, align_to(Product(products[v].y, products[v].x, 0), highest) >> drop);
        sum += weights[v];
    }
    uint total;
    uint target = team_sum(lane, sum, TEAM, total);
    // Wraps around in the invocations after the chosen one.
    target = multiply_high(word, total) - target;
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

// largest_key returns the largest key of the subgroup. Nvidia's and AMD's instructions for a
// maximum are faster than exchanges of 64-bit keys.
uvec2 largest_key(uvec2 key) {
    uint high = subgroup_max(key.y);
    return uvec2(subgroup_max(key.y == high ? key.x : 0u), high);
}

// choose returns the next city. exploits says whether it is the best candidate; otherwise it is
// drawn with the word of the invocation from. before is the city before the current one. All
// invocations call it.
Choice choose(bool exploits, uint word, uint from, uint before) {
    uint forced = forced_after(current_city, before);
    if (FIXED == 1u && forced != NO_CITY) {
        return only_choice(forced);
    }
    uvec2 products[PER_INVOCATION];
    uint trails[PER_INVOCATION], flags_of[PER_INVOCATION];
    uvec2 key = uvec2(0); // the largest of this invocation, with the place in its lowest bits
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        trails[v] = candidate_trail(v);
        flags_of[v] = visited_word(flag_word(candidate_city[v]));
        bool visited = (flags_of[v] & flag_of(candidate_city[v])) != 0u;
        umulExtended(trails[v], candidate_eta[v], products[v].y, products[v].x);
        products[v] = visited ? uvec2(0) : products[v];
        uint low = (products[v].x & ~LAST_PLACE) | (LAST_PLACE - (first_place() + v));
        keep_larger(key, visited ? uvec2(0) : uvec2(low, products[v].y));
    }
    key = largest_key(key);
    if (key.x == 0u) { // all candidates are visited
        return only_choice(best_of_rest());
    }
    uint place = LAST_PLACE - (key.x & LAST_PLACE);
    if (!exploits) { // a vote would take longer
        place = explore(products, subgroup_shuffle(word, from));
    }
    return candidate_at(place, trails, flags_of);
}
