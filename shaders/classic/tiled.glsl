// Roulette in each tile: an invocation offers the heaviest of the drawn cities that are among its own. A tile may begin in one invocation and
// end in another. Each invocation stores the sum of all weights before the first and before the last tile that begins among its cities. A tile
// that continues in the next invocation is the last one of the invocation in which it begins. The tile after it is the first one of the
// invocation in which it ends.
#include "scan.glsl"

layout(constant_id = 4) const uint TILE = 128; // cities per tile

shared uint before_first[GROUP_SIZE], before_last[GROUP_SIZE]; // sums

uint unvisited_weight(uint row, uint city) {
    return is_visited(city) ? 0u : is_excluded(city) ? 0u : weights[row + (city >> 2)][city & 3u];
}

// sum_of returns the sum of the weights of the unvisited cities in [from, end).
uint sum_of(uint row, uint from, uint end) {
    uint sum = 0u;
    for (uint city = from; city < end; city++) {
        sum += unvisited_weight(row, city);
    }
    return sum;
}

Offer offer(uint ant, uint step, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint own = min(lane * OWN_CITIES, cities), own_end = min(own + OWN_CITIES, cities);
    uint weight = sum_of(row, own, own_end);
    uint total;
    uint sum = sum_before(weight, last_of_subgroup, total); // of the weights before the current tile's part
    uint first_start = (own + TILE - 1u) / TILE * TILE;
    if (first_start < own_end) {
        before_first[lane] = sum + sum_of(row, own, first_start);
        uint last_start = (own_end - 1u) / TILE * TILE;
        before_last[lane] = sum + weight - sum_of(row, last_start, own_end);
    }
    barrier();

    Offer best = NONE;
    // Ends: end is beyond from: the end of its tile, or the last.
    for (uint from = own, end; from < own_end; from = end) {
        uint tile = from / TILE;
        uint tile_start = tile * TILE, tile_end = min(tile_start + TILE, cities);
        end = min(tile_end, own_end);
        uint part_sum = sum_of(row, from, end);
        uint before = tile_start < own ? before_last[tile_start / OWN_CITIES] : sum;
        uint after = tile_end == end ? sum + part_sum : tile_end == cities ? total : before_first[tile_end / OWN_CITIES];
        uint word = draws(ant, step, tile / 4u)[tile % 4u];
        uint target = before + multiply_high(word, after - before) - sum; // wraps around after the drawn city
        if (target < part_sum) {
            uint city = from;
            // Ends: city counts.
            for (uint w = unvisited_weight(row, city); target >= w && city + 1u < end; w = unvisited_weight(row, city)) {
                target -= w;
                city++;
            }
            keep_better(best, Offer(uvec2(unvisited_weight(row, city), 0u), city));
        }
        sum += part_sum;
    }
    return best;
}
