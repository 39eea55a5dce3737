#version 460
// What follows the deposit in Best-Worst Ant System: evaporates the edges of the iteration's worst
// tour that the best tour so far does not have, and decides about a restart of the trails. One
// work-group. Go reference: aco/classic/reference/worst.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
#include "state.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"

// 1: the deposit is on both directions of an edge.
layout(constant_id = 1) const uint SYMMETRIC = 1;
// Iterations after a restart until the mutation has its full strength.
layout(constant_id = 2) const uint SPAN = 1000;

layout(push_constant) uniform Push {
    uint first, count; // 0 and 1
    uint cities, pitch, ants;
    uint keep;             // (1 − ρ)·2³²
    uint restart_distance; // edges; the trails restart below it
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer LengthsBuffer { uvec2 lengths[]; };
layout(set = 0, binding = 3, std430) buffer PheromoneBuffer { uint pheromone[]; };
// The next city in the best tour, by city.
layout(set = 0, binding = 4, std430) coherent buffer BestNextBuffer { uint best_next[]; };

#include "deposit.glsl"

// best_city returns a city of the best tour of an ant so far, which follows the tours of the ants.
uint best_city(uint place) { return tours[ants * cities + place]; }

shared uvec2 longest[GROUP_SIZE];
shared uint longest_ant[GROUP_SIZE];
shared uint distance, sum_low, sum_high;

void keep_longer(uint lane, uvec2 length, uint ant) {
    if (long_less(longest[lane], length) || (length == longest[lane] && ant < longest_ant[lane])) {
        longest[lane] = length;
        longest_ant[lane] = ant;
    }
}

// find_worst stores the ant with the longest tour in longest_ant[0].
void find_worst(uint lane) {
    longest[lane] = uvec2(0);
    longest_ant[lane] = ~0u;
    for (uint ant = lane; ant < ants; ant += GROUP_SIZE) {
        keep_longer(lane, lengths[ant], ant);
    }
    for (uint stride = GROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (lane < stride) {
            keep_longer(lane, longest[lane + stride], longest_ant[lane + stride]);
        }
    }
}

void evaporate(uint from, uint to) {
    uint cell = from * pitch + to;
    pheromone[cell] = max(1u, multiply_high(pheromone[cell], keep));
}

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        distance = 0u;
        sum_low = 0u;
        sum_high = 0u;
    }
    find_worst(lane);
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        best_next[best_city(k)] = best_city(after(k));
    }
    memoryBarrierBuffer();
    barrier();

    uint tour = longest_ant[0] * cities, different = 0u;
    uvec2 sum = uvec2(0);
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        sum = long_add(sum, uvec2(pheromone[best_city(k) * pitch + best_city(after(k))], 0u));
        uint from = tours[tour + k], to = tours[tour + after(k)];
        if (best_next[from] == to || (SYMMETRIC == 1u && best_next[to] == from)) {
            continue;
        }
        different++;
        evaporate(from, to);
        if (SYMMETRIC == 1u) {
            evaporate(to, from);
        }
    }
    atomicAdd(distance, different);
    uint old = atomicAdd(sum_low, sum.x);
    atomicAdd(sum_high, sum.y + carry_of(old, sum.x));
    barrier();
    if (lane != 0u) {
        return;
    }
    uint now = state[COLONY].iteration;
    bool restarts = distance < restart_distance;
    state[COLONY].renewal = restarts ? REINITIALISE_TRAILS : 0u;
    uint strength = 0u;
    if (restarts) {
        state[COLONY].restart = now;
    } else if (state[COLONY].restart > 0u) {
        uint mean = quotient(uvec2(sum_low, sum_high), uvec2(cities, 0u), ~0u);
        uint share = quotient(uvec2(0u, now - state[COLONY].restart), uvec2(SPAN, 0u), ~0u);
        strength = 4u * min(~0u / 4u, multiply_high(mean, share));
    }
    state[COLONY].amount = strength;
}
