#version 460
// Tour lengths, and each ant's deposit. One work-group per ant. With COORDINATES distances are
// computed. With LENGTHS_ONLY it computes only the lengths, of the ants of all colonies. Go
// reference: aco/classic/reference/evaluate.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#ifdef LENGTHS_ONLY
uint colony;
#define COLONY colony
#endif
#include "state.glsl"
#include "../include/long.glsl"

// 1: reads only one triangle of the matrix; more of it is in the cache.
layout(constant_id = 1) const uint SYMMETRIC = 1;

layout(push_constant) uniform Push {
    uint first, count; // ants
    uint cities, pitch;
#ifdef LENGTHS_ONLY
    uint ants;
#else
    uint deposit_cap;                 // units
    uint quantity_low, quantity_high; // units times length, below 2⁶³
#endif
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
#define DISTANCE_BINDING 2
#include "../include/distance.glsl"
layout(set = 0, binding = 3, std430) writeonly buffer LengthsBuffer { uvec2 lengths[]; };
#ifndef LENGTHS_ONLY
layout(set = 0, binding = 4, std430) writeonly buffer AmountsBuffer { uint amounts[]; };
#endif

shared uint length_low, length_high;

void main() {
    if (group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
#ifdef LENGTHS_ONLY
    colony = ant / ants;
#endif
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint tour = ant * cities;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        length_low = 0u;
        length_high = 0u;
    }
    barrier();

    uvec2 part = uvec2(0);
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        uint from = tours[tour + k], to = tours[tour + (k + 1u < cities ? k + 1u : 0u)];
        bool turned = SYMMETRIC == 1u && from > to;
        part = long_add(part, uvec2(distance_of(turned ? to : from, turned ? from : to), 0u));
    }
    uint old = atomicAdd(length_low, part.x);
    atomicAdd(length_high, part.y + (old + part.x < old ? 1u : 0u));
    barrier();

    if (lane == 0u) {
        uvec2 length = uvec2(length_low, length_high);
        lengths[ant] = length;
#ifndef LENGTHS_ONLY
        amounts[ant] = quotient(uvec2(quantity_low, quantity_high), length, deposit_cap);
#endif
    }
}
