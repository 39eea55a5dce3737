#version 460
// Evaporation. A work-group a row. Go twin: aco/reference/evaporate.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint pitch;
    uint keep; // (1 − ρ)·2³²
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uint pheromone[]; };

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint row = (first + group_index()) * pitch;
    for (uint j = gl_LocalInvocationIndex; j < pitch; j += GROUP_SIZE) {
        pheromone[row + j] = max(1u, multiply_high(pheromone[row + j], keep));
    }
}
