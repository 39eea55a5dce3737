#version 460
// A step of ACS: all ants choose. One subgroup per ant. The visited cities of each ant stay in
// device memory for the next step. The rules are in the Go reference,
// aco/classic/reference/construct_acs.go.
//
// In a synchronous step, construct_acs_update.comp or construct_acs_records.comp then updates the
// trails of the edges that the ants have taken. With RACING each ant updates the trail of its edge
// at once, by compare-and-swap, while other ants choose (Skinderowicz 2016, section 3.1.2,
// ACS-GPU). No update is lost. Which of them an ant sees depends on timing, so only a colony of one
// ant has a defined result.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"
#include "sum.glsl"

layout(constant_id = 5) const uint PERIOD = 1; // steps between an ant's local updates

layout(push_constant) uniform Push {
    // The previous step; the first dispatch also draws the start city, the last one closes the
    // tour.
    uint first;
    uint cities, pitch, ants, colonies, first_colony, seed, seed_high;
    uint list_width;
    uint greedy;  // q0 in parts of 2³²
    uint initial; // τ0 in units
#ifdef RACING
    uint local_share; // ξ in parts of 2³²
    uint first_group; // of the batch
#define FIRST_GROUP first_group
#endif
};

layout(set = 0, binding = 1, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
layout(set = 0, binding = 3, std430) readonly buffer CandidateHeuristicBuffer { uint candidate_heuristic[]; };
#ifdef SELECTIVE
// City and trail.
layout(set = 0, binding = 4, std430) readonly buffer PheromoneBuffer { uvec2 pheromone[]; };
// By city: first ant that changes its record; ~0: none.
layout(set = 0, binding = 8, std430) buffer OwnersBuffer { uint owners[]; };
#elif defined(RACING)
layout(set = 0, binding = 4, std430) coherent buffer PheromoneBuffer { uint pheromone[]; };
#define RAISED_BINDING 5
#define RAISED_ACCESS readonly
#else
layout(set = 0, binding = 4, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
#define RAISED_BINDING 8
#define RAISED_ACCESS readonly
#endif
#define DEVICE_FLAGS
#define FLAGS_BINDING 6
const uint ANTS_PER_SUBGROUP = 1;
#define SPREAD_FLAGS
#include "subgroup_ant.glsl"
#define DISTANCE_BINDING 7
#include "../include/distance.glsl"
#include "acs.glsl"

#ifdef SELECTIVE
// By ant: both cities of its edge.
layout(set = 0, binding = 5, std430) writeonly buffer CrossingsBuffer { uvec2 crossings[]; };
#include "record.glsl"

uint trail_of(uint from, uint to) { return record_trail(to); }
#else
uint trail_of(uint from, uint to) { return pheromone[cell_of(colony, from, to)]; }
#endif
#include "fixed.glsl"
#include "team.glsl"
#include "subgroup_rest.glsl"
#include "pseudorandom.glsl"

uint candidate_trail(uint v) { return trail_of(current_city, candidate_city[v]); }

// cross_edge records the edge that the ant takes or, with RACING, updates its trail; one invocation
// calls it. Only the matrix needs the trail.
#ifdef SELECTIVE
void cross_edge(uint to, uint trail) {
    crossings[ant] = uvec2(current_city, to);
    atomicMin(owners[colony * cities + current_city], ant - colony * ants);
    if (SYMMETRIC == 1u) {
        atomicMin(owners[colony * cities + to], ant - colony * ants);
    }
}
#elif defined(RACING)
// updated_trail returns a trail after a local update.
uint updated_trail(uint trail) { return trail - multiply_high(trail - initial, local_share); }

// The trail is one that the ant has read. If another ant has changed it since, the swap fails and
// returns the new one. Each ant changes one trail in a dispatch, so another one makes at most one
// swap fail.
void cross_edge(uint to, uint trail) {
    uint cell = cell_of(colony, current_city, to);
    for (uint swaps = 0u; swaps < ants; swaps++) {
        uint updated = updated_trail(trail);
        if (updated == trail) {
            return; // so is every smaller trail: updates make trails smaller
        }
        uint found = atomicCompSwap(pheromone[cell], trail, updated);
        if (found == trail) {
            return;
        }
        trail = found;
    }
}
#else
// The edges that the ants of a colony cross in the step: a hash table with linear probing. Two
// words for each slot: the cell of the edge's trail, or 0 if the slot is free, and the number of
// ants. No edge has cell 0. The slots of a colony are a power of two, at least twice its ants.
layout(constant_id = 26) const uint EDGE_SLOTS = 2;
layout(set = 0, binding = 5, std430) buffer CrossedEdgesBuffer { uint crossed_edges[]; };

void cross_edge(uint to, uint trail) {
    if (trail == initial) {
        return; // the update does not change it
    }
    const uint HASH = 0x9E3779B1u; // 2³² divided by the golden ratio: multiplicative hashing
    uint cell = cell_of(colony, current_city, to), home = (cell * HASH) >> (32 - findMSB(EDGE_SLOTS));
    for (uint probe = 0u; probe < EDGE_SLOTS; probe++) {
        uint slot = colony * EDGE_SLOTS + ((home + probe) & (EDGE_SLOTS - 1u));
        uint found = atomicCompSwap(crossed_edges[2u * slot], 0u, cell);
        if (found == 0u || found == cell) {
            atomicAdd(crossed_edges[2u * slot + 1u], 1u);
            return;
        }
    }
}
#endif

void main() {
    if (!begin(colonies * ants)) {
        return;
    }
    colony = ant / ants;
    if (subgroup_agreed(state[COLONY].stop != 0u)) {
        return;
    }
    if (first == 0u) {
        restore();
        start(random_words(0u).x);
        if (lane == 0u) {
            tours[tour] = current_city;
        }
    } else {
        current_city = tours[tour + first];
    }
    uint step = first + 1u;
    bool update = step % PERIOD == 0u;
    if (step == cities) {
        if (lane == 0u && update) {
            uint to = tours[tour];
#ifdef SELECTIVE
            cross_edge(to, initial);
#else
            cross_edge(to, trail_of(current_city, to));
#endif
        }
        return;
    }
    load_candidates();
#ifdef SELECTIVE
    load_record(colony * cities + current_city);
#endif
    uvec2 words = random_words(step);
    Choice choice = choose(words.x < greedy, words.y, 0u,
        // The city before the current one.
        FIXED == 1u && first > 0u ? tours[tour + first - 1u] : NO_CITY);
    if (lane == 0u) {
        visit(choice.city);
        tours[tour + step] = choice.city;
    }
    if (lane == choice.owner && update) {
        cross_edge(choice.city, choice.trail);
    }
}
