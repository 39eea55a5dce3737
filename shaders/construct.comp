#version 460
// Tour construction: an ant a work-group, roulette by prefix sums over all unvisited cities in ascending order.
// The rule and its sources are in the Go twin, aco/reference/construct.go.
//
// Each invocation owns VECTORS consecutive groups of four cities, so that the order of invocations is the order of cities
// and one scan over the work-group is a scan over the cities.
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"

layout(constant_id = 1) const uint VECTORS = 1;

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };

const uint OWN_CITIES = 4 * VECTORS;
const uint MIN_SUBGROUP = 4; // devices with smaller subgroups are not used

shared uint visited[(GROUP_SIZE * OWN_CITIES + 31) / 32]; // a bit a city
shared uint words[GROUP_SIZE];                            // random words of the steps to come
shared uint subgroup_totals[GROUP_SIZE / MIN_SUBGROUP];
shared uint chosen;

// unvisited_weights returns four weights of a row, 0 for the visited cities.
uvec4 unvisited_weights(uint row, uint vector) {
    uint flags = visited[vector >> 3] >> (4u * vector & 31u) & 15u;
    if (flags == 15u) {
        return uvec4(0);
    }
    uvec4 w = weights[row + vector];
    return mix(w, uvec4(0), notEqual(flags & uvec4(1, 2, 4, 8), uvec4(0)));
}

void mark_visited(uint city) {
    atomicOr(visited[city >> 5], 1u << (city & 31u));
}

// recall marks the padding of the row and the cities of earlier dispatches as visited.
void recall(uint tour, uint lane) {
    for (uint i = lane; i < (GROUP_SIZE * OWN_CITIES + 31) / 32; i += GROUP_SIZE) {
        uint from = 32u * i;
        visited[i] = from >= cities ? ~0u : from + 32u <= cities ? 0u : ~0u << (cities - from);
    }
    barrier();
    for (uint step = lane; step < first; step += GROUP_SIZE) {
        mark_visited(tours[tour + step]);
    }
    if (lane == 0u && first > 0u) {
        chosen = tours[tour + first - 1u];
    }
}

void main() {
    uint ant = group_index();
    if (state.stop != 0u || ant >= ants) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint tour = ant * cities;
    uint own = lane * VECTORS; // in vectors of four cities
    bool last_of_subgroup = gl_SubgroupInvocationID == subgroupMax(gl_SubgroupInvocationID);
    recall(tour, lane);

    for (uint i = 0u; i < count; i++) {
        uint step = first + i;
        uint cached = i % GROUP_SIZE;
        if (cached == 0u) {
            barrier();
            words[lane] = philox(uvec4(state.iteration, ant, step + lane, 0u), uvec2(seed, 0u)).x;
            barrier();
        }
        if (step == 0u) {
            if (lane == 0u) {
                chosen = multiply_high(words[0], cities);
                mark_visited(chosen);
                tours[tour] = chosen;
            }
            barrier();
            continue;
        }
        uint row = chosen * (pitch / 4u);

        uint weight = 0u;
        for (uint v = 0u; v < VECTORS; v++) {
            uvec4 w = unvisited_weights(row, own + v);
            weight += w.x + w.y + w.z + w.w;
        }
        uint upto = subgroupInclusiveAdd(weight);
        if (last_of_subgroup) {
            subgroup_totals[gl_SubgroupID] = upto;
        }
        barrier();

        uint before = 0u, total = 0u;
        for (uint s = 0u; s < gl_NumSubgroups; s++) {
            before += s < gl_SubgroupID ? subgroup_totals[s] : 0u;
            total += subgroup_totals[s];
        }
        uint target = multiply_high(words[cached], total) - (before + upto - weight); // wraps around in the invocations before the one
        if (target < weight) {
            for (uint v = 0u; v < VECTORS; v++) {
                uvec4 w = unvisited_weights(row, own + v);
                for (uint k = 0u; k < 4u; k++) {
                    if (target < w[k]) {
                        uint city = 4u * (own + v) + k;
                        chosen = city;
                        mark_visited(city);
                        tours[tour + step] = city;
                        target = ~0u; // no sum of weights exceeds it
                    } else {
                        target -= w[k];
                    }
                }
            }
        }
        barrier();
    }
}
