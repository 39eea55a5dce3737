#version 460
// Tour construction of Ant System by a contest: each invocation of an ant's work-group offers a
// city, and the offer with the largest value wins. The rules and their sources are in the Go
// reference, aco/classic/reference/construct_contest.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };

#ifdef IROULETTE
layout(constant_id = 3) const uint SKIP_VISITED = 0;
#else
const uint SKIP_VISITED = 0;
#endif
#define VECTOR_WEIGHTS
#define FIXED_IN_WEIGHTS
#include "fixed.glsl"
#include "visited.glsl"
#include "sum.glsl"
#define FINE_BINDING 3
#include "fine_group.glsl"

// Offer is a city and its value: 64 bits, low word first. The high word is coarse where the weights
// are.
struct Offer {
    uvec2 value;
    uint city;
};

const Offer NONE = Offer(uvec2(0), ~0u);

// keep_better replaces an offer by one of larger value. Among equal values the smaller city wins.
void keep_better(inout Offer best, Offer other) {
    if (long_less(best.value, other.value) || (best.value == other.value && other.city < best.city)) {
        best = other;
    }
}

shared uvec2 subgroup_values[GROUP_SIZE / MIN_SUBGROUP];
shared uint subgroup_cities[GROUP_SIZE / MIN_SUBGROUP];

// best_of_group returns the best offer of all invocations.
Offer best_of_group(Offer own) {
    uint high = subgroup_max(own.value.y);
    bool last_round = own.value.y == high;
    uint low = subgroup_max(last_round ? own.value.x : 0u);
    uint city = subgroup_min(last_round && own.value.x == low ? own.city : ~0u);
    if (subgroup_elect()) {
        subgroup_values[subgroup_index] = uvec2(low, high);
        subgroup_cities[subgroup_index] = city;
    }
    barrier();
    Offer best = NONE;
    for (uint s = 0u; s < subgroup_count; s++) {
        keep_better(best, Offer(subgroup_values[s], subgroup_cities[s]));
    }
    return best;
}

// draws returns the four random words of a step from draw 4·block on.
uvec4 draws(uint ant, uint step, uint block) {
    return philox(uvec4(state[COLONY].iteration, ant, step, block), uvec2(seed, seed_high));
}

#ifdef IROULETTE
// fine_weights returns the fine weights of four cities, 0 for those whose weight is 0.
uvec4 fine_weights(uvec4 w, uint vector) {
    for (uint k = 0u; k < 4u; k++) {
        if (w[k] != 0u) {
            w[k] = fine_weight(4u * vector + k);
        }
    }
    return w;
}

// I-Roulette: each invocation offers the best of its own cities. Consecutive invocations read
// consecutive vectors of four cities. The four words of a block belong to the four cities of a
// vector.
Offer offer(uint ant, uint step, uint lane, bool last_of_subgroup, bool fine) {
    uint row = current_city * (pitch / 4u);
    Offer best = NONE;
    for (uint v = 0u; v < VECTORS; v++) {
        uint vector = v * GROUP_SIZE + lane;
        uvec4 w = unvisited_weights(row, vector);
        if (w == uvec4(0)) {
            continue; // unvisited cities have positive weights
        }
        if (fine) {
            w = fine_weights(w, vector);
        }
        uvec4 words = draws(ant, step, vector);
        for (uint k = 0u; k < 4u; k++) {
            if (w[k] != 0u) {
                uint high, low;
                umulExtended(w[k], words[k], high, low);
                keep_better(best, Offer(uvec2(low, high), 4u * vector + k));
            }
        }
    }
    return best;
}
#else
// Roulette in each tile: an invocation offers the heaviest of the drawn cities that are among its
// own. A tile may begin in one invocation and end in another. Each invocation stores the sum of
// all weights before the first and before the last tile that begins among its cities. If a tile
// continues in the next invocation, its first invocation has stored the sum as the last one; the
// invocation where it ends has stored the sum before the next tile as the first one.
layout(constant_id = 4) const uint TILE = 128; // cities per tile

shared uint before_first[GROUP_SIZE], before_last[GROUP_SIZE]; // sums

uint unvisited_weight(uint row, uint city, bool fine) {
    return is_visited(city) ? 0u : is_excluded(city) ? 0u : fine ? fine_weight(city)
                                                                 : weights[row + (city >> 2)][city & 3u];
}

// sum_of returns the sum of the weights of the unvisited cities in [from, end).
uint sum_of(uint row, uint from, uint end, bool fine) {
    uint sum = 0u;
    for (uint city = from; city < end; city++) {
        sum += unvisited_weight(row, city, fine);
    }
    return sum;
}

Offer offer(uint ant, uint step, uint lane, bool last_of_subgroup, bool fine) {
    uint row = current_city * (pitch / 4u);
    uint own = min(lane * OWN_CITIES, cities), own_end = min(own + OWN_CITIES, cities);
    uint weight = sum_of(row, own, own_end, fine);
    uint total;
    // Of the weights before the current tile's part.
    uint sum = sum_before(weight, last_of_subgroup, total);
    uint first_start = (own + TILE - 1u) / TILE * TILE;
    if (first_start < own_end) {
        before_first[lane] = sum + sum_of(row, own, first_start, fine);
        uint last_start = (own_end - 1u) / TILE * TILE;
        before_last[lane] = sum + weight - sum_of(row, last_start, own_end, fine);
    }
    barrier();

    Offer best = NONE;
    // Ends: end is beyond from: the end of its tile, or the last.
    for (uint from = own, end; from < own_end; from = end) {
        uint tile = from / TILE;
        uint tile_start = tile * TILE, tile_end = min(tile_start + TILE, cities);
        end = min(tile_end, own_end);
        uint part_sum = sum_of(row, from, end, fine);
        uint before = tile_start < own ? before_last[tile_start / OWN_CITIES] : sum;
        uint after =
            tile_end == end ? sum + part_sum : tile_end == cities ? total : before_first[tile_end / OWN_CITIES];
        uint word = draws(ant, step, tile / 4u)[tile % 4u];
        // Wraps around after the drawn city.
        uint target = before + multiply_high(word, after - before) - sum;
        if (target < part_sum) {
            uint city = from;
            // Ends: city counts.
            for (uint w = unvisited_weight(row, city, fine); target >= w && city + 1u < end;
                 w = unvisited_weight(row, city, fine)) {
                target -= w;
                city++;
            }
            keep_better(best, Offer(uvec2(0u, unvisited_weight(row, city, fine)), city));
        }
        sum += part_sum;
    }
    return best;
}
#endif

void main() {
    uint ant = group_index();
    if (state[COLONY].stop != 0u || ant >= ants) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint tour = ant * cities;
    bool last_of_subgroup = subgroup_lane == subgroup_max(subgroup_lane);
    restore(tour, lane);
    begin_steps(tour);

    // Software devices run through code whose condition is false. So the rare contest of fine weights is
    // outside of the loop over the steps.
    // Ends: next grows.
    for (uint next = first; next < first + count;) {
        bool coarse = false;
        uint step;
        for (; next < first + count && !coarse; next++) {
            step = next;
            uint city;
            if (step == 0u) {
                city = multiply_high(draws(ant, 0u, 0u).x, cities);
            } else {
                begin_step(current_city);
                Offer best = best_of_group(offer(ant, step, lane, last_of_subgroup, false));
                coarse = can_choose() && is_coarse(best.value.y, cities - step);
                city = best.city;
            }
            if (lane == 0u && !coarse) {
                visit(city, tour + step);
            }
            barrier();
        }
        if (coarse) {
            uint from = min(lane * OWN_CITIES, cities);
            scale_finely(from, min(from + OWN_CITIES, cities), 0u);
            Offer best = best_of_group(offer(ant, step, lane, last_of_subgroup, true));
            if (lane == 0u) {
                visit(best.city, tour + step);
            }
            barrier();
        }
    }
}
