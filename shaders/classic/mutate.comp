#version 460
// The end of an iteration of Best-Worst Ant System: initialises the trails again, or mutates a few
// of them. One work-group per row; only the first one mutates. Go reference:
// aco/classic/reference/worst.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/philox.glsl"

// 1: the deposit is on both directions of an edge.
layout(constant_id = 1) const uint SYMMETRIC = 1;
layout(constant_id = 2) const uint MUTATIONS = 3; // of an iteration

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch, ants;
    uint initial;
    uint seed, seed_high;
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uint pheromone[]; };

// mutate adds the strength to the trail of a random edge, or subtracts it.
void mutate(uint mutation) {
    uvec4 drawn = philox(uvec4(state[COLONY].iteration, ants, mutation, 0u), uvec2(seed, seed_high));
    uint from = multiply_high(drawn.x, cities), to = multiply_high(drawn.y, cities - 1u);
    to += to >= from ? 1u : 0u;
    uint trail = pheromone[from * pitch + to], strength = state[COLONY].amount;
    if (drawn.z < 1u << 31) {
        trail += min(strength, ~trail);
    } else {
        trail -= min(strength, trail - 1u);
    }
    pheromone[from * pitch + to] = trail;
    if (SYMMETRIC == 1u) {
        pheromone[to * pitch + from] = trail;
    }
}

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint row = first + group_index();
    uint lane = gl_LocalInvocationIndex;
    if (state[COLONY].renewal == REINITIALISE_TRAILS) {
        for (uint j = lane; j < cities; j += GROUP_SIZE) {
            pheromone[row * pitch + j] = initial;
        }
    } else if (row == 0u && lane == 0u && state[COLONY].amount > 0u) {
        for (uint mutation = 0u; mutation < MUTATIONS; mutation++) {
            mutate(mutation);
        }
    }
}
