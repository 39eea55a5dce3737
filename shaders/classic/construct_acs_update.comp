#version 460
// A synchronous step of ACS: updates the trails of a matrix, after all ants have chosen. One
// invocation per slot of the crossed edges. All updates of an edge apply the same function, so
// their order does not matter. Go reference: aco/classic/reference/construct_acs.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/philox.glsl"

layout(constant_id = 1) const uint PERIOD = 1; // steps between an ant's local updates

layout(push_constant) uniform Push {
    uint first; // the previous step
    uint colonies;
    uint initial, local_share; // τ0 in units, ξ in parts of 2³²
};

// The edges that the ants have crossed, as construct_acs_step.comp has stored them.
layout(constant_id = 26) const uint EDGE_SLOTS = 2;
layout(set = 0, binding = 1, std430) buffer CrossedEdgesBuffer { uint crossed_edges[]; };
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };

// updated_trail returns a trail after a local update.
uint updated_trail(uint trail) { return trail - multiply_high(trail - initial, local_share); }

void main() {
    uint slot = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (slot >= colonies * EDGE_SLOTS) {
        return;
    }
    colony = slot / EDGE_SLOTS;
    uint cell = crossed_edges[2u * slot];
    if (state[COLONY].stop != 0u || (first + 1u) % PERIOD != 0u || cell == 0u) {
        return;
    }
    uint trail = pheromone[cell], crossings = crossed_edges[2u * slot + 1u];
    // Ends: crossing counts to the slots at most.
    for (uint crossing = 0u; crossing < min(crossings, EDGE_SLOTS); crossing++) {
        trail = updated_trail(trail);
    }
    pheromone[cell] = trail;
    crossed_edges[2u * slot] = 0u;
    crossed_edges[2u * slot + 1u] = 0u;
}
