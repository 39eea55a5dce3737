// Roulette over all unvisited cities by prefix sums. The rule and its sources are in aco/reference/construct.go.
// The order of invocations is the order of cities, so one scan over the work-group is a scan over the cities.
layout(constant_id = 3) const uint SKIP_VISITED = 0; // 1: four visited cities are not loaded; it pays where rows are long

shared uint subgroup_totals[GROUP_SIZE / MIN_SUBGROUP];

// unvisited_weights returns four weights of a row, 0 for the visited cities.
uvec4 unvisited_weights(uint row, uint vector) {
    uint flags = visited[vector >> 3] >> (4u * vector & 31u) & 15u;
    if (SKIP_VISITED == 1u && flags == 15u) {
        return uvec4(0);
    }
    uvec4 w = weights[row + min(vector, pitch / 4u - 1u)]; // in the padding all flags are set
    return mix(w, uvec4(0), notEqual(flags & uvec4(1, 2, 4, 8), uvec4(0)));
}

// roulette moves the ant to a city drawn with a random word. All invocations call it; they agree on where it went.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint row = chosen * (pitch / 4u);
    uint own = lane * VECTORS; // in vectors of four cities
    uint weight = 0u;
    for (uint v = 0u; v < VECTORS; v++) {
        uvec4 w = unvisited_weights(row, own + v);
        weight += w.x + w.y + w.z + w.w;
    }
    uint upto = inclusive_sum(weight);
    if (last_of_subgroup) {
        subgroup_totals[gl_SubgroupID] = upto;
    }
    barrier();

    uint before = 0u, total = 0u;
    for (uint s = 0u; s < gl_NumSubgroups; s++) {
        before += s < gl_SubgroupID ? subgroup_totals[s] : 0u;
        total += subgroup_totals[s];
    }
    uint target = multiply_high(word, total) - (before + upto - weight); // wraps around in the invocations before the one
    if (target < weight) {
        for (uint v = 0u; v < VECTORS; v++) {
            uvec4 w = unvisited_weights(row, own + v);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(4u * (own + v) + k, place);
                    target = ~0u; // no sum of weights exceeds it
                } else {
                    target -= w[k];
                }
            }
        }
    }
    barrier();
}
