#version 460
// Evaporation of Ant System. One work-group per row. Go reference:
// aco/classic/reference/evaporate.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint pitch;
    uint keep; // (1 − ρ)·2³²
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uvec4 pheromone[]; };

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint row = (first + group_index()) * (pitch / 4u);
    for (uint j = gl_LocalInvocationIndex; j < pitch / 4u; j += GROUP_SIZE) {
        uvec4 high, low;
        umulExtended(pheromone[row + j], uvec4(keep), high, low);
        pheromone[row + j] = max(uvec4(1), high);
    }
}
