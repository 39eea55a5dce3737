#version 460
// The global update of ACS: changes the trails of the edges of each colony's best tour. One
// invocation per tour position. With COPIES the trails of candidates have copies in the order of
// the lists (racing_matrix.glsl). Then there is an invocation for each place in the lists.
// Go reference: aco/classic/reference/deposit_best.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"

layout(push_constant) uniform Push {
    uint cities, pitch, colonies;
    uint initial, global_share; // τ0 in units, ρ in parts of 2³²
    uint deposit_cap;
    uint quantity_low, quantity_high;
#ifdef COPIES
    uint list_width;
#endif
};

layout(set = 0, binding = 1, std430) readonly buffer BestTourBuffer { uint best_tour[]; };
#ifdef SELECTIVE
// City and trail.
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uvec2 pheromone[]; };
layout(set = 0, binding = 3, std430) buffer TailsBuffer { uint tails[]; };
#else
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };
#define RAISES
#endif
#ifdef COPIES
layout(constant_id = 2) const uint CANDIDATES = 20;

layout(set = 0, binding = 4, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
layout(set = 0, binding = 5, std430) buffer CandidateTrailsBuffer { uint candidate_trails[]; };
#else
const uint CANDIDATES = 1;
#endif

#include "deposit.glsl"
#include "acs.glsl"

uint amount; // deposit on each edge of the best tour

// updated_trail returns a trail after the global update.
uint updated_trail(uint trail) {
    uint remaining = trail - multiply_high(trail, global_share);
    return remaining + min(amount, ~remaining);
}

#ifdef SELECTIVE
#include "record_update.glsl"
#endif

#ifdef COPIES
// update_copy updates the copy at a place in the list of one of an edge's cities, if the other
// city is there.
void update_copy(uint from, uint to, uint list_place) {
    if (neighbours[from * list_width + list_place] == to) {
        uint copy = (colony * cities + from) * CANDIDATES + list_place;
        candidate_trails[copy] = updated_trail(candidate_trails[copy]);
    }
}
#endif

void main() {
    uint unit = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint place = unit / CANDIDATES, list_place = unit % CANDIDATES;
    if (place >= colonies * cities) {
        return;
    }
    colony = place / cities;
    if (state[COLONY].stop != 0u) {
        return;
    }
    amount = quotient(uvec2(quantity_low, quantity_high), state[COLONY].best_length, deposit_cap);
    uint tour = colony * cities;
    place -= tour;
    uint city = best_tour[tour + place];
#ifdef SELECTIVE
    load_record_and_tail(tour + city);
    if (SYMMETRIC == 1u) {
        update_record(best_tour[tour + (place > 0u ? place : cities) - 1u], true);
    }
    update_record(best_tour[tour + after(place)], true);
#else
    uint next = best_tour[tour + after(place)];
    uint cell = cell_of(colony, city, next);
#ifdef COPIES
    update_copy(city, next, list_place);
    if (SYMMETRIC == 1u) {
        update_copy(next, city, list_place);
    }
    if (list_place > 0u) {
        return;
    }
#endif
    pheromone[cell] = updated_trail(pheromone[cell]);
    raise(city, next);
    if (SYMMETRIC == 1u) {
        raise(next, city);
    }
#endif
}
