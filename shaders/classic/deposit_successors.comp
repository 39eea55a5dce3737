#version 460
// First part of the deposit by rows (Uchida et al. 2014, section 4.3): writes the successor of
// each city in each tour, one row per city. One work-group per tour. Go reference:
// aco/classic/reference/deposit.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // tours
    uint cities, depositors;
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) writeonly buffer SuccessorsBuffer { uint successors[]; };

#include "deposit.glsl"

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
    uint tour = ant * cities;
    for (uint k = gl_LocalInvocationIndex; k < cities; k += GROUP_SIZE) {
        successors[tours[tour + k] * depositors + ant] = tours[tour + after(k)];
    }
}
