#version 460
// Adds the edges that pairs of tours have in common to the row of an iteration's statistics. One
// work-group per pair, colony after colony. Go reference: aco/classic/reference/statistics.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"

// 1: an edge is the same in both directions.
layout(constant_id = 1) const uint SYMMETRIC = 1;

layout(push_constant) uniform Push {
    uint first, count; // pairs of all colonies
    uint cities, ants, pairs;
    uint statistics_every;
};

#define STATISTICS_ACCESS
#include "statistics.glsl"
#include "deposit.glsl"

layout(set = 0, binding = 2, std430) readonly buffer ToursBuffer { uint tours[]; };
// By pair, then by city: the next city in the second tour of the pair.
layout(set = 0, binding = 3, std430) coherent buffer PairNextBuffer { uint pair_next[]; };

shared uint common_edges;

void main() {
    if (group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    colony = unit / pairs;
    if (!has_row()) {
        return;
    }
    // The first pairs are neighbours, the next ones are two ants apart, and so on.
    uint pair = unit - colony * pairs, one = pair % ants, other = (one + 1u + pair / ants) % ants;
    uint tour = (colony * ants + one) * cities, second = (colony * ants + other) * cities, next = unit * cities;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        common_edges = 0u;
    }
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        pair_next[next + tours[second + k]] = tours[second + after(k)];
    }
    memoryBarrierBuffer();
    barrier();
    uint shared_edges = 0u;
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        uint from = tours[tour + k], to = tours[tour + after(k)];
        shared_edges += uint(pair_next[next + from] == to || (SYMMETRIC == 1u && pair_next[next + to] == from));
    }
    atomicAdd(common_edges, shared_edges);
    barrier();
    if (lane == 0u) {
        atomicAdd(statistics[row_index()].common_edges, common_edges);
    }
}
