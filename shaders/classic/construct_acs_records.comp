#version 460
// A synchronous step of ACS: updates the records of a selective memory, after all ants have
// chosen. One subgroup per ant. The first ant that changes a city's record makes the changes of
// all ants to it, in their order. Go reference: aco/classic/reference/construct_acs.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/philox.glsl"

layout(constant_id = 1) const uint ANTS = 1;   // of a work-group; further subgroups have none
layout(constant_id = 2) const uint PERIOD = 1; // steps between an ant's local updates

layout(push_constant) uniform Push {
    uint first; // the previous step
    uint cities, ants, colonies;
    uint initial, local_share; // τ0 in units, ξ in parts of 2³²
};

// By ant: both cities of its edge.
layout(set = 0, binding = 1, std430) readonly buffer CrossingsBuffer { uvec2 crossings[]; };
// City and trail.
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uvec2 pheromone[]; };
layout(set = 0, binding = 3, std430) buffer TailsBuffer { uint tails[]; };
// By city: the first ant that changes its record; ~0: none.
layout(set = 0, binding = 4, std430) buffer OwnersBuffer { uint owners[]; };

#define SELECTIVE
#include "acs.glsl"

// updated_trail returns a trail after a local update.
uint updated_trail(uint trail) { return trail - multiply_high(trail - initial, local_share); }

#include "record_update.glsl"

// update_by_all_ants makes the changes of all ants of the colony to a city's record.
void update_by_all_ants(uint city) {
    uint lane = subgroup_lane;
    uint width = subgroup_width();
    load_record_and_tail(colony * cities + city);
    for (uint base = 0u; base < ants; base += width) {
        uint other = ~0u; // the other city of the ant's edge; ~0: the edge does not have this city
        if (base + lane < ants) {
            uvec2 crossing = crossings[colony * ants + base + lane];
            other = crossing.x == city ? crossing.y : SYMMETRIC == 1u && crossing.y == city ? crossing.x : ~0u;
        }
        uint next = subgroup_min(other == ~0u ? ~0u : lane);
        while (next != ~0u) { // ends: next is a lane, and a later one at each turn
            update_record(subgroup_min(lane == next ? other : ~0u), lane == 0u);
            next = subgroup_min(other == ~0u || lane <= next ? ~0u : lane);
        }
    }
}

void main() {
    uint ant = group_index() * ANTS + subgroup_index;
    if (subgroup_index >= ANTS || ant >= colonies * ants) {
        return;
    }
    colony = ant / ants;
    if (state[COLONY].stop != 0u || (first + 1u) % PERIOD != 0u) {
        return;
    }
    uvec2 crossing = crossings[ant];
    for (uint end = 0u; end <= SYMMETRIC; end++) {
        uint owned = colony * cities + crossing[end];
        if (owners[owned] == ant - colony * ants) {
            update_by_all_ants(crossing[end]);
            subgroup_barrier(); // all invocations have read the owner
            if (subgroup_elect()) {
                owners[owned] = ~0u;
            }
        }
    }
}
