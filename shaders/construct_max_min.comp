#version 460
// Tour construction of MMAS: an ant a subgroup, which never waits for another one. The rules and their sources are in the Go twins,
// aco/reference/construct_max_min.go and rest.go.
// With CANDIDATE_TRAILS only candidates have trails of their own, with COORDINATES distances are computed, with DEVICE_FLAGS
// what ants have visited is in the device's memory.
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"
#include "include/long.glsl"
#include "include/sum.glsl"

layout(constant_id = 3) const uint CANDIDATES = 20;
layout(constant_id = 4) const uint OWN = 1; // candidates of an invocation
const uint LANES = (CANDIDATES + OWN - 1) / OWN; // invocations that have any

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, colonies, first_colony, seed, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#define DISTANCE_BINDING 4
#include "include/distance.glsl"
#ifdef DEVICE_FLAGS
#define FLAGS_BINDING 5
#define PHEROMONE_BINDING 6
#else
#define PHEROMONE_BINDING 5
#endif
#define SPREAD_FLAGS
#include "include/subgroup_ant.glsl"
#include "include/rest_max_min.glsl"
#include "include/subgroup_rest.glsl"

shared uint words[GROUP_SIZE]; // a random word of each of the next steps

// next_city returns where the ant goes; all invocations agree on it.
uint next_city(uint word) {
    uint cities_of[OWN], weights_of[OWN];
    uint sum = 0u;
    for (uint v = 0u; v < OWN; v++) {
        uint k = lane * OWN + v;
        uint at = min(k, CANDIDATES - 1u); // no branch around the loads
        cities_of[v] = neighbours[chosen * list_width + at];
        weights_of[v] = weights[(colony * cities + chosen) * CANDIDATES + at];
        weights_of[v] = k < CANDIDATES && !is_visited(cities_of[v]) ? weights_of[v] : 0u;
        sum += weights_of[v];
    }
    uint total = subgroupAdd(sum);
    if (total == 0u) {
        return best_of_rest();
    }
    uint rest = multiply_high(word, total) - (inclusive_sum(sum, LANES) - sum); // wraps around in the invocations beyond the one
    uint city = ~0u;
    for (uint v = 0u; v < OWN; v++) {
        if (rest < weights_of[v]) {
            city = cities_of[v];
            rest = ~0u; // no weight exceeds it
        } else {
            rest -= weights_of[v];
        }
    }
    return subgroupMin(city);
}

void main() {
    if (!begin(colonies * ants)) {
        return;
    }
    colony = ant / ants;
    if (state.stop != 0u) {
        return;
    }
    recall();

    uint own_words = slot * width;
    uvec2 key = uvec2(seed, first_colony + colony);
    for (uint base = first; base < first + count; base += width) {
        words[own_words + lane] = philox(uvec4(state.iteration, ant - colony * ants, base + lane, 0u), key).x;
        meet();
        uint steps = min(width, first + count - base);
        uint kept; // the city of the step that this invocation writes to the tour
        for (uint i = 0u; i < steps; i++) {
            uint word = words[own_words + i];
            chosen = base + i == 0u ? multiply_high(word, cities) : next_city(word);
            kept = lane == i ? chosen : kept;
            if (lane == 0u) {
                atomicOr(flags[own_flags + flag_word(chosen)], flag_of(chosen)); // nobody waits for it as for a word that is read first
            }
            meet();
        }
        if (lane < steps) {
            tours[tour + base + lane] = kept;
        }
    }
}
