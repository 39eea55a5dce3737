#version 460
// Tour construction of Ant System with task mapping: one invocation per ant, which scans the row
// city by city (Cecilia et al. 2013, section 3.1.2). The rule is the same as in construct.comp.
// Go reference: aco/classic/reference/construct.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/philox.glsl"
#include "four.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
// The visited flags of all ants, one bit per city. The words of adjacent ants are adjacent.
layout(set = 0, binding = 3, std430) buffer FlagsBuffer { uint flags[]; };

#define VECTOR_WEIGHTS
#define FIXED_IN_WEIGHTS
#include "fixed.glsl"

uint current_city;
#define FINE_BINDING 4
#include "fine.glsl"

// What fine.glsl needs. An ant is one invocation.
uint next_unvisited(uint city, uint end, uint ant) {
    // Ends: city grows.
    while (city < end) {
        uint unvisited = ~flags[(city >> 5) * ants + ant] >> (city & 31u);
        if (unvisited != 0u) {
            return min(end, city + uint(findLSB(unvisited)));
        }
        city = (city | 31u) + 1u;
    }
    return end;
}

uint city_of(uint city, uint ant) { return city; }

int top_of_ant(int highest) { return highest; }

uint sum_of_ant(uint sum) { return sum; }

uint sum_before_of_ant(uint sum, out uint total) {
    total = sum;
    return 0u;
}

const uint WORD_VECTORS = 8; // vectors of four cities in a word of flags

// walk subtracts the weights of a row's unvisited cities from target, one by one, and returns the
// first city whose weight exceeds what is left. With target ~0, which no sum of weights exceeds,
// it reaches the end of the row.
uint walk(uint ant, uint row, inout uint target) {
    for (uint i = 0u; i * WORD_VECTORS < pitch / 4u; i++) {
        uint visited = flags_with_excluded(flags[i * ants + ant], 32u * i, 32u);
        for (uint v = i * WORD_VECTORS; v < min((i + 1u) * WORD_VECTORS, pitch / 4u); v++) {
            // The padding of a row has weight 0.
            uvec4 w = without_visited(weights[row + v], visited);
            uint sum = sum_of_four(w);
            if (target < sum) {
                return 4u * v + drawn_of_four(w, target);
            }
            target -= sum;
            visited >>= 4;
        }
    }
    return 0u;
}

void main() {
    uint ant = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (state[COLONY].stop != 0u || ant >= ants) {
        return;
    }
    uint tour = ant * cities;
    if (first == 0u) {
        for (uint i = 0u; i * 32u < cities; i++) {
            flags[i * ants + ant] = 0u;
        }
    }
    current_city = first == 0u ? 0u : tours[tour + first - 1u];
    begin_steps(tour);
    for (uint step = first; step < first + count; step++) {
        uint word = philox(uvec4(state[COLONY].iteration, ant, step, 0u), uvec2(seed, seed_high)).x;
        if (step == 0u) {
            current_city = multiply_high(word, cities);
        } else {
            begin_step(current_city);
            uint row = current_city * (pitch / 4u);
            uint left = ~0u;
            walk(ant, row, left);
            if (can_choose() && is_coarse(~0u - left, cities - step)) {
                current_city = draw_finely(word, 0u, cities, ant);
            } else {
                uint target = multiply_high(word, ~0u - left);
                current_city = walk(ant, row, target);
            }
        }
        flags[(current_city >> 5) * ants + ant] |= 1u << (current_city & 31u);
        tours[tour + step] = current_city;
    }
}
