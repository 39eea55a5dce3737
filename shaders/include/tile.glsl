// Roulette over all unvisited cities by sums of tiles, of which only the chosen one is scanned (Zhou et al. 2017, TR,
// section B.4.1): one random word a step, and the same city as by roulette.glsl. A subgroup looks after consecutive tiles,
// each of as many cities as it loads at once, side by side; its invocation t keeps the sum of its tile t. So the sums take
// no memory, and a scan over the work-group is a scan over the tiles. Where a subgroup would have more tiles than
// invocations, a tile is of several loads.
#include "unvisited.glsl"

// roulette moves the ant to a city drawn with a random word. All invocations call it; they agree on where it went.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint side = GROUP_SIZE / subgroup_count; // invocations of a subgroup
    uint loads = (VECTORS + side - 1u) / side; // of a tile
    uint own = subgroup_index * VECTORS * side + subgroup_lane;
    uint own_sum = 0u;
    for (uint v = 0u, tile = 0u; v < VECTORS; tile++) {
        uint weight = 0u;
        for (uint end = min(v + loads, VECTORS); v < end; v++) {
            weight += sum_of_four(unvisited_weights(row, own + v * side));
        }
        uint sum = subgroup_add(weight);
        own_sum = tile == subgroup_lane ? sum : own_sum;
    }
    uint total;
    uint before = sum_before(own_sum, last_of_subgroup, total);
    uint target = multiply_high(word, total) - before; // wraps around in the invocations before the one

    bool chosen_tile = target < own_sum;
    uint tile = subgroup_min(chosen_tile ? subgroup_lane : ~0u);
    target = subgroup_min(chosen_tile ? target : ~0u);
    for (uint i = 0u; i < loads; i++) {
        uint v = tile * loads + i;
        uint vector = own + v * side;
        uvec4 w = uvec4(0);
        if (tile != ~0u && v < VECTORS) {
            w = unvisited_weights(row, vector);
        }
        uint weight = sum_of_four(w);
        uint inclusive = inclusive_sum(weight);
        uint rest = target - (inclusive - weight); // wraps around beyond the chosen city
        if (rest < weight) {
            visit(4u * vector + drawn_of_four(w, rest), place);
        }
        target -= subgroup_max(inclusive);
    }
    barrier();
}
