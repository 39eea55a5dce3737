// A city by roulette in each tile; an invocation offers the heaviest of those that are drawn among its own cities. A tile may
// begin with one invocation and end with another. Each keeps the sums of all weights before the first and before the last
// tile that begins among its own cities: a tile that goes on elsewhere is the last one where it begins, and where it ends
// begins the first one of that invocation.
#include "scan.glsl"

layout(constant_id = 4) const uint TILE = 128; // cities of a tile

shared uint before_first[GROUP_SIZE], before_last[GROUP_SIZE]; // sums

uint unvisited_weight(uint row, uint city) {
    return is_visited(city) ? 0u : weights[row + (city >> 2)][city & 3u];
}

// sum_of adds up the weights of unvisited cities from one to before another.
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
    uint sum = sum_before(weight, last_of_subgroup, total); // of the cities before the one that has its turn
    uint first_start = (own + TILE - 1u) / TILE * TILE;
    if (first_start < own_end) {
        before_first[lane] = sum + sum_of(row, own, first_start);
        uint last_start = (own_end - 1u) / TILE * TILE;
        before_last[lane] = sum + weight - sum_of(row, last_start, own_end);
    }
    barrier();

    Offer best = NONE;
    for (uint from = own, end; from < own_end; from = end) {
        uint tile = from / TILE;
        uint tile_start = tile * TILE, tile_end = min(tile_start + TILE, cities);
        end = min(tile_end, own_end);
        uint here = sum_of(row, from, end);
        uint before = tile_start < own ? before_last[tile_start / OWN_CITIES] : sum;
        uint after = tile_end == end ? sum + here : tile_end == cities ? total : before_first[tile_end / OWN_CITIES];
        uint word = draws(ant, step, tile / 4u)[tile % 4u];
        uint target = before + multiply_high(word, after - before) - sum; // wraps around beyond the drawn city
        if (target < here) {
            uint city = from;
            for (uint w = unvisited_weight(row, city); target >= w && city + 1u < end; w = unvisited_weight(row, city)) {
                target -= w;
                city++;
            }
            keep_better(best, Offer(uvec2(unvisited_weight(row, city), 0u), city));
        }
        sum += here;
    }
    return best;
}
