// Roulette over all unvisited cities by prefix sums. Go reference:
// aco/classic/reference/construct.go. The includer has visited.glsl,
// fine.glsl and sum.glsl.
#ifdef TILE
// Roulette over all unvisited cities by sums of tiles; only the chosen tile is scanned (Zhou et
// al. 2017, TR, section B.4.1). It uses one random word per step and draws the same city as
// roulette.glsl. A subgroup has consecutive tiles, each of as many cities as the subgroup loads
// at once. Invocation t of a subgroup has the sum of the subgroup's tile t. So the sums take no
// memory, and a scan over the work-group is a scan over the tiles. If a subgroup would have more
// tiles than invocations, a tile consists of several loads. roulette moves the ant to a random
// city. All invocations call it, and then agree on the city. It returns true, and does nothing, if
// the weights of the unvisited cities are coarse.
bool roulette(uint word, uint place, uint unvisited, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint width = GROUP_SIZE / subgroup_count;   // invocations per subgroup
    uint loads = (VECTORS + width - 1u) / width; // per tile
    uint own = subgroup_index * VECTORS * width + subgroup_lane;
    uint own_sum = 0u;
    for (uint v = 0u, tile = 0u; v < VECTORS; tile++) { // ends: the loop within counts v
        uint weight = 0u;
        for (uint end = min(v + loads, VECTORS); v < end; v++) {
            weight += sum_of_four(unvisited_weights(row, own + v * width));
        }
        uint sum = subgroup_add(weight);
        own_sum = tile == subgroup_lane ? sum : own_sum;
    }
    uint total;
    uint before = sum_before(own_sum, last_of_subgroup, total);
    if (can_choose() && is_coarse(total, unvisited)) {
        return true;
    }
    // Wraps around in the invocations after the chosen tile's.
    uint target = multiply_high(word, total) - before;

    bool chosen_tile = target < own_sum;
    uint tile = subgroup_min(chosen_tile ? subgroup_lane : ~0u);
    target = subgroup_min(chosen_tile ? target : ~0u);
    for (uint i = 0u; i < loads; i++) {
        uint v = tile * loads + i;
        uint vector = own + v * width;
        uvec4 w = uvec4(0);
        if (tile != ~0u && v < VECTORS) {
            w = unvisited_weights(row, vector);
        }
        uint weight = sum_of_four(w);
        uint inclusive = inclusive_sum(weight);
        uint local_target = target - (inclusive - weight); // wraps around after the chosen city
        if (local_target < weight) {
            visit(4u * vector + drawn_of_four(w, local_target), place);
        }
        target -= subgroup_max(inclusive);
    }
    barrier();
    return false;
}
#else
// Invocations have consecutive cities, so a scan over the work-group is a scan over the cities.

// roulette moves the ant to a random city. All invocations call it, and then agree on the city. It
// returns true, and does nothing, if the weights of the unvisited cities are coarse.
bool roulette(uint word, uint place, uint unvisited, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint own = lane * VECTORS; // in vectors of four cities
    uint weight = 0u;
    for (uint v = 0u; v < VECTORS; v++) {
        weight += sum_of_four(unvisited_weights(row, own + v));
    }
    uint total;
    uint before = sum_before(weight, last_of_subgroup, total);
    if (can_choose() && is_coarse(total, unvisited)) {
        return true;
    }
    // Wraps around in the invocations after the chosen city's.
    uint target = multiply_high(word, total) - before;
    if (target < weight) {
        for (uint v = 0u; v < VECTORS; v++) {
            uvec4 w = unvisited_weights(row, own + v);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(4u * (own + v) + k, place);
                    target = ~0u; // no weight is larger
                } else {
                    target -= w[k];
                }
            }
        }
    }
    barrier();
    return false;
}
#endif
