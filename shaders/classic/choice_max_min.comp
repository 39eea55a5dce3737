#version 460
// Choice info of MMAS: the integer weights of each city's candidates. In iterations with a
// convergence test it also counts the candidates whose trail is well above the least. One
// work-group per city, colony after colony. Go reference:
// aco/classic/reference/choice_max_min.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#include "../include/multiply.glsl"
#define STATE_ACCESS
uint colony;
#define COLONY colony
#include "state.glsl"
#include "product.glsl"
#include "weigh.glsl"

layout(constant_id = 1) const uint ALPHA = 0x10000000u; // in parts of 2²⁸
layout(constant_id = 2) const uint CANDIDATES = 20;

layout(push_constant) uniform Push {
    uint first, count; // cities of all colonies
    uint cities, pitch, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
layout(set = 0, binding = 2, std430) readonly buffer CandidateHeuristicBuffer { uint candidate_heuristic[]; };
layout(set = 0, binding = 3, std430) writeonly buffer WeightsBuffer { uint weights[]; };
#ifndef CANDIDATE_TRAILS
layout(set = 0, binding = 4, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#endif

// candidate_trail returns the index of the trail from a city to its k-th candidate. With
// CANDIDATE_TRAILS there are no other trails.
uint candidate_trail(uint city, uint k) {
#ifdef CANDIDATE_TRAILS
    return (colony * cities + city) * CANDIDATES + k;
#else
    return (colony * cities + city) * pitch + neighbours[city * list_width + k];
#endif
}

shared uint least_trail, most_trail;

Product product(uint city, uint k) {
    return product_of(pheromone[candidate_trail(city, k)], candidate_heuristic[city * CANDIDATES + k], ALPHA);
}

void count_branches(uint city, uint lane) {
    if (lane == 0u) {
        least_trail = ~0u;
        most_trail = 0u;
    }
    barrier();
    for (uint k = lane; k < CANDIDATES; k += GROUP_SIZE) {
        uint trail = pheromone[candidate_trail(city, k)];
        atomicMin(least_trail, trail);
        atomicMax(most_trail, trail);
    }
    barrier();
    for (uint k = lane; k < CANDIDATES; k += GROUP_SIZE) {
        if (pheromone[candidate_trail(city, k)] - least_trail > (most_trail - least_trail) / BRANCH_DIVISOR) {
            atomicAdd(state[COLONY].branches, 1u);
        }
    }
}

void main() {
    if (group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    colony = unit / cities;
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint city = unit - colony * cities;
    uint lane = gl_LocalInvocationIndex;
    begin_row(lane);

    int highest = MIN_TOP;
    for (uint k = lane; k < CANDIDATES; k += GROUP_SIZE) {
        highest = max(highest, top(product(city, k)));
    }
    highest = top_of_row(highest);
    uint sum = 0u;
    for (uint k = lane; k < CANDIDATES; k += GROUP_SIZE) {
        sum += align_to(product(city, k), highest) >> weight_drop(CANDIDATES);
    }
    uint shift = weight_shift(sum_of_row(sum), CANDIDATES);
    for (uint k = lane; k < CANDIDATES; k += GROUP_SIZE) {
        weights[unit * CANDIDATES + k] = max(1u, align_to(product(city, k), highest) >> shift);
    }
    if (checks_convergence(state[COLONY].iteration)) {
        count_branches(city, lane);
    }
}
