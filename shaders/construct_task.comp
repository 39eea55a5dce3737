#version 460
// Tour construction by tasks: one invocation per ant (Cecilia et al. 2013, section 3.1.2), which goes over the row city by city.
// The rule is that of construct.comp; Go reference: aco/reference/construct.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"
#include "include/four.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
// What ants have visited, one bit per city: 1 is visited. Neighbours' words lie side by side.
layout(set = 0, binding = 3, std430) buffer FlagsBuffer { uint flags[]; };

const uint WORD_VECTORS = 8; // vectors of four cities in a word of flags

// walk goes over a row, takes the weights of unvisited cities off target one by one, and stops at the first city whose weight
// exceeds what is left of it. No sum of weights exceeds ~0: from there it goes on to the end of the row.
uint walk(uint ant, uint row, inout uint target) {
    for (uint i = 0u; i * WORD_VECTORS < pitch / 4u; i++) {
        uint visited = flags[i * ants + ant];
        for (uint v = i * WORD_VECTORS; v < min((i + 1u) * WORD_VECTORS, pitch / 4u); v++) {
            uvec4 w = without_visited(weights[row + v], visited); // the padding of a row weighs nothing
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
    if (state.stop != 0u || ant >= ants) {
        return;
    }
    uint tour = ant * cities;
    if (first == 0u) {
        for (uint i = 0u; i * 32u < cities; i++) {
            flags[i * ants + ant] = 0u;
        }
    }
    uint city = first == 0u ? 0u : tours[tour + first - 1u];
    for (uint step = first; step < first + count; step++) {
        uint word = philox(uvec4(state.iteration, ant, step, 0u), uvec2(seed, seed_high)).x;
        if (step == 0u) {
            city = multiply_high(word, cities);
        } else {
            uint row = city * (pitch / 4u);
            uint rest = ~0u;
            walk(ant, row, rest);
            uint target = multiply_high(word, ~0u - rest);
            city = walk(ant, row, target);
        }
        flags[(city >> 5) * ants + ant] |= 1u << (city & 31u);
        tours[tour + step] = city;
    }
}
