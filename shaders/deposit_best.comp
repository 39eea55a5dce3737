#version 460
// The global update of ACS: changes the trails of the edges of each colony's best tour. One invocation per tour position.
// Go reference: internal/reference/deposit_best.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/long.glsl"
#include "include/philox.glsl"

layout(push_constant) uniform Push {
    uint cities, pitch, colonies;
    uint initial, global_share; // τ0 in units, ρ in parts of 2³²
    uint deposit_cap;
    uint quantity_low, quantity_high;
};

layout(set = 0, binding = 1, std430) readonly buffer BestTourBuffer { uint best_tour[]; };
#ifdef SELECTIVE
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uvec2 pheromone[]; }; // city and trail
layout(set = 0, binding = 3, std430) buffer TailsBuffer { uint tails[]; };
#else
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };
#include "include/raise.glsl"
#endif

#include "include/quotient.glsl"
#define GLOBAL_UPDATE
#include "include/trail_update.glsl"
#include "include/after.glsl"
#ifdef SELECTIVE
#include "include/record_update.glsl"
#else
#include "include/matrix.glsl"
#endif

void main() {
    uint place = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (place >= colonies * cities) {
        return;
    }
    colony = place / cities;
    if (state.stop != 0u) {
        return;
    }
    amount = quotient(uvec2(quantity_low, quantity_high), state.best_length, deposit_cap);
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
    pheromone[cell] = updated_trail(pheromone[cell]);
    raise(city, next);
    if (SYMMETRIC == 1u) {
        raise(next, city);
    }
#endif
}
