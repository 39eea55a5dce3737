#version 460
// A synchronous step of ACS: updates the trails of a matrix, after all ants have chosen. One invocation per ant. All updates of an edge
// apply the same function, so their order does not matter. Go reference: internal/reference/construct_acs.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"

layout(constant_id = 1) const uint PERIOD = 1; // steps between an ant's local updates

layout(push_constant) uniform Push {
    uint first; // the previous step
    uint cities, pitch, ants, colonies;
    uint initial, local_share; // τ0 in units, ξ in parts of 2³²
};

layout(set = 0, binding = 1, std430) readonly buffer CrossingsBuffer { uvec2 crossings[]; }; // by ant: both cities of its edge
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };

#include "include/trail_update.glsl"
#include "include/matrix.glsl"

void main() {
    uint ant = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (ant >= colonies * ants) {
        return;
    }
    colony = ant / ants;
    if (state.stop != 0u || (first + 1u) % PERIOD != 0u) {
        return;
    }
    uint cell = cell_of(colony, crossings[ant].x, crossings[ant].y);
    uint before = pheromone[cell];
    // The exchange fails only when another ant has updated the trail, so the ants of a colony bound the number of turns.
    for (uint turn = 0u; turn < ants && updated_trail(before) != before; turn++) {
        uint found = atomicCompSwap(pheromone[cell], before, updated_trail(before));
        if (found == before) {
            break;
        }
        before = found;
    }
}
