#version 460
// Deposit of MMAS on the edges of one tour, up to the upper limit. One invocation per edge; no
// two edges share a trail. With CANDIDATE_TRAILS only candidates have trails. Go reference:
// aco/classic/reference/deposit_max_min.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"

// 1: the deposit is on both directions of an edge.
layout(constant_id = 1) const uint SYMMETRIC = 1;

layout(push_constant) uniform Push {
    uint first, count; // ranges of all colonies' tours, one work-group each
    uint cities, pitch, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer DepositTourBuffer { uint deposit_tour[]; };
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };
#ifdef CANDIDATE_TRAILS
layout(constant_id = 2) const uint CANDIDATES = 20;

layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#else
#define RAISES
#endif

#include "deposit.glsl"

void add(uint place) { pheromone[place] += min(state[COLONY].amount, state[COLONY].trail_max - pheromone[place]); }

void reinforce(uint from, uint to) {
    uint row = colony * cities + from;
#ifdef CANDIDATE_TRAILS
    uint place = CANDIDATES;
    for (uint k = 0u; k < CANDIDATES; k++) { // no branch, so the loads do not wait for each other
        place = neighbours[from * list_width + k] == to ? k : place;
    }
    if (place < CANDIDATES) {
        add(row * CANDIDATES + place);
    }
#else
    add(row * pitch + to);
    raise(from, to);
#endif
}

void main() {
    if (group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    uint ranges = (cities + GROUP_SIZE - 1u) / GROUP_SIZE;
    colony = unit / ranges;
    uint place = (unit - colony * ranges) * GROUP_SIZE + gl_LocalInvocationIndex;
    if (state[COLONY].stop != 0u || place >= cities) {
        return;
    }
    uint from = deposit_tour[colony * cities + place], to = deposit_tour[colony * cities + after(place)];
    reinforce(from, to);
    if (SYMMETRIC == 1u) {
        reinforce(to, from);
    }
}
