#version 460
// Tour construction of MMAS with task mapping: one invocation per ant (Delévacq et al. 2013,
// ANT_thread). The rules are the same as in construct_max_min.comp. Go references:
// aco/classic/reference/construct_max_min.go and rest.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/philox.glsl"
#include "../include/long.glsl"

layout(constant_id = 2) const uint FLAG_WORDS = 1; // of an ant: one bit per city
layout(constant_id = 3) const uint CANDIDATES = 20;

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, colonies, first_colony, seed, seed_high, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#define DISTANCE_BINDING 4
#include "../include/distance.glsl"
#include "flags.glsl"
// The visited flags of all ants. Flags of the padding are set. The words of adjacent ants are
// adjacent.
layout(set = 0, binding = 5, std430) buffer FlagsBuffer { uint flags[]; };

#include "fixed.glsl"

uint ant, current_city;

uint visited_place(uint i) { return i * colonies * ants + ant; }

uint visited_word(uint i) { return flags[visited_place(i)]; }

#ifndef CANDIDATE_TRAILS
layout(set = 0, binding = 6, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };

uint trail_of(uint from, uint to) { return pheromone[(colony * cities + from) * pitch + to]; }
#endif
#include "rest.glsl"

bool is_visited(uint city) { return (visited_word(flag_word(city)) & flag_of(city)) != 0u; }

uint nearest_of_rest() {
    for (uint k = CANDIDATES; k < list_width; k++) {
        uint city = neighbours[current_city * list_width + k];
        if (!is_visited(city)) {
            return city;
        }
    }
    return nearest_in_words(0u, 1u).city;
}

uint best_of_rest() {
    uint nearest = nearest_of_rest();
#ifndef CANDIDATE_TRAILS
    Attraction best = best_in_words(0u, 1u, trail_of(current_city, nearest));
    if (best.near.city != ~0u) {
        keep_better(best, attraction_of(nearest));
        return best.near.city;
    }
#endif
    return nearest;
}

// unvisited_weight returns the weight of a candidate of the current city, 0 if the ant has
// visited it.
uint unvisited_weight(uint k) {
    uint city = neighbours[current_city * list_width + k];
    return is_visited(city) ? 0u : weights[(colony * cities + current_city) * CANDIDATES + k];
}

uint next_city(uint word) {
    uint total = 0u;
    for (uint k = 0u; k < CANDIDATES; k++) {
        total += unvisited_weight(k);
    }
    if (total == 0u) {
        return best_of_rest();
    }
    uint target = multiply_high(word, total);
    uint k = 0u;
    // Ends: k counts.
    for (uint weight = unvisited_weight(k); target >= weight && k + 1u < CANDIDATES; weight = unvisited_weight(k)) {
        target -= weight;
        k++;
    }
    return neighbours[current_city * list_width + k];
}

void main() {
    ant = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (ant >= colonies * ants) {
        return;
    }
    colony = ant / ants;
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint tour = ant * cities;
    if (first == 0u) {
        for (uint i = 0u; i < FLAG_WORDS; i++) {
            flags[visited_place(i)] = padding_of(i);
        }
    }
    current_city = first == 0u ? 0u : tours[tour + first - 1u];
    // The city before the current one.
    uint before = FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY;
    for (uint step = first; step < first + count; step++) {
        uvec4 counter = uvec4(state[COLONY].iteration, ant - colony * ants, step, 0u);
        uint word = philox(counter, uvec2(seed, seed_high ^ (first_colony + colony))).x;
        uint forced = step == 0u ? NO_CITY : forced_after(current_city, before);
        before = step == 0u ? NO_CITY : current_city;
        current_city = step == 0u ? multiply_high(word, cities) : forced != NO_CITY ? forced : next_city(word);
        flags[visited_place(flag_word(current_city))] |= flag_of(current_city);
        tours[tour + step] = current_city;
    }
}
