// The pseudo-random proportional rule by a subgroup together: a candidate an invocation, or several in a row where subgroups are
// small. The rules and their sources are in the Go twin, aco/reference/pseudorandom.go. The including shader has subgroup_ant.glsl,
// product.glsl, sum.glsl, subgroup_rest.glsl, trail_of, the push constants list_width, greedy, ants, seed and first_colony, and the
// buffers neighbours and candidate_heuristic.
layout(constant_id = 3) const uint OWN = 1; // candidates of an invocation
layout(constant_id = 4) const uint CANDIDATES = 32;

const uint LAST_PLACE = 63; // a bit more than a list has places, so that no key is 0

uint candidate_city[OWN], candidate_eta[OWN]; // around the city where the ant is

// random_words returns four random words of the ant's step.
uvec4 random_words(uint step) {
    return philox(uvec4(state.iteration, ant - colony * ants, step, 0u), uvec2(seed, first_colony + colony));
}

// look_around loads the candidates. It is apart from choose so that the loads wait together with others.
void look_around() {
    for (uint v = 0u; v < OWN; v++) {
        uint k = lane * OWN + v;
        uint at = min(k, CANDIDATES - 1u); // no branch around the loads
        candidate_city[v] = neighbours[chosen * list_width + at];
        candidate_eta[v] = candidate_heuristic[chosen * CANDIDATES + at];
        candidate_city[v] = k < CANDIDATES ? candidate_city[v] : chosen; // which the ant has visited
    }
}

// Choice is the next city and the trail to it, known to the one invocation that found it.
struct Choice {
    bool here;
    uint city, trail;
};

// explore draws from the products, 0 for a visited city.
Choice explore(uvec2 products[OWN], uint trails[OWN], uint step) {
    int highest = MIN_TOP;
    for (uint v = 0u; v < OWN; v++) {
        if (products[v] != uvec2(0)) {
            highest = max(highest, top(Product(products[v].y, products[v].x, 0)));
        }
    }
    highest = subgroupMax(highest);
    uint drop = CANDIDATES > 1u ? uint(findMSB(CANDIDATES - 1u)) + 1u : 0u;
    uint weights[OWN], sum = 0u;
    for (uint v = 0u; v < OWN; v++) {
        weights[v] = products[v] == uvec2(0) ? 0u : max(1u, align_to(Product(products[v].y, products[v].x, 0), highest) >> drop);
        sum += weights[v];
    }
    uint upto = inclusive_sum(sum);
    uint word = random_words(step).y;
    uint target = multiply_high(word, subgroupMax(upto)) - (upto - sum); // wraps around in the invocations before the one
    Choice choice = Choice(target < sum, 0u, 0u);
    for (uint v = 0u; v < OWN; v++) {
        if (target < weights[v]) {
            choice.city = candidate_city[v];
            choice.trail = trails[v];
            target = ~0u; // no weight exceeds it
        } else {
            target -= weights[v];
        }
    }
    return choice;
}

// choose returns the next city; all invocations call it.
Choice choose(uint word, uint step) {
    uvec2 products[OWN];
    uint trails[OWN];
    uvec2 key = uvec2(0); // the best of this invocation, the place at the end of its low word
    Choice choice = Choice(false, 0u, 0u);
    for (uint v = 0u; v < OWN; v++) {
        products[v] = uvec2(0);
        trails[v] = 0u;
        if (!is_visited(candidate_city[v])) {
            trails[v] = trail_of(chosen, candidate_city[v]);
            umulExtended(trails[v], candidate_eta[v], products[v].y, products[v].x);
            uint low = (products[v].x & ~LAST_PLACE) | (LAST_PLACE - (lane * OWN + v));
            if (products[v].y > key.y || (products[v].y == key.y && low > key.x)) {
                key = uvec2(low, products[v].y);
                choice.city = candidate_city[v];
                choice.trail = trails[v];
            }
        }
    }
    uint high = subgroupMax(key.y);
    uint low = subgroupMax(key.y == high ? key.x : 0u);
    if (low == 0u) { // no candidate is left
        uint city = best_of_rest();
        return Choice(lane == 0u, city, trail_of(chosen, city));
    }
    if (word >= greedy) {
        return explore(products, trails, step);
    }
    choice.here = key == uvec2(low, high);
    return choice;
}
