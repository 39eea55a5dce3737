#version 460
// Deposit by atomic additions (Zhou et al. 2017, algorithm B3). A work-group an ant. Go twin: aco/reference/deposit.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"

layout(constant_id = 1) const uint SYMMETRIC = 1; // 1: an edge counts in both directions

layout(push_constant) uniform Push {
    uint first, count; // ants
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer AmountsBuffer { uint amounts[]; };
layout(set = 0, binding = 3, std430) buffer PheromoneBuffer { uint pheromone[]; };

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
    uint tour = ant * cities;
    uint amount = amounts[ant];
    for (uint k = gl_LocalInvocationIndex; k < cities; k += GROUP_SIZE) {
        uint from = tours[tour + k];
        uint to = tours[tour + (k + 1u < cities ? k + 1u : 0u)];
        atomicAdd(pheromone[from * pitch + to], amount);
        if (SYMMETRIC == 1u) {
            atomicAdd(pheromone[to * pitch + from], amount);
        }
    }
}
