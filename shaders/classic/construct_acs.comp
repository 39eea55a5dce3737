#version 460
// Tour construction of ACS without synchronous steps: one subgroup per ant, which never waits for
// another ant. Ants read trails while others change them, so only a colony of one ant has a
// defined result. The trails are coherent: an ant sees what others have written, and an update
// that another one overwrites is lost (Skinderowicz 2016, section 3.1.2, ACS-GPU-Alt; with
// SELECTIVE section 3.2, ACS-GPU-SPM). A matrix has copies of the candidates' trails
// (racing_matrix.glsl). The rules are in the Go reference,
// aco/classic/reference/construct_acs.go.
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
    uint first, count; // steps
    uint cities, pitch, ants, colonies, first_colony, seed, seed_high;
    uint list_width;
    uint greedy;               // q0 in parts of 2³²
    uint initial, local_share; // τ0 in units, ξ in parts of 2³²
    uint first_group;          // of the batch
};

layout(set = 0, binding = 1, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
layout(set = 0, binding = 3, std430) readonly buffer CandidateHeuristicBuffer { uint candidate_heuristic[]; };
#ifdef SELECTIVE
// City and trail.
layout(set = 0, binding = 4, std430) coherent buffer PheromoneBuffer { uvec2 pheromone[]; };
layout(set = 0, binding = 6, std430) coherent buffer TailsBuffer { uint tails[]; };
#define FLAGS_BINDING 7
#else
layout(set = 0, binding = 4, std430) coherent buffer PheromoneBuffer { uint pheromone[]; };
// Copies, in the order of the lists.
layout(set = 0, binding = 6, std430) coherent buffer CandidateTrailsBuffer { uint candidate_trails[]; };
#define RAISED_BINDING 7
#define RAISED_ACCESS readonly
#define FLAGS_BINDING 8
#endif
const uint ANTS_PER_SUBGROUP = 1;
#define SPREAD_FLAGS
#define FIRST_GROUP first_group
#include "subgroup_ant.glsl"
#define DISTANCE_BINDING 5
#include "../include/distance.glsl"
#include "acs.glsl"
#include "fixed.glsl"
#include "team.glsl"
#include "subgroup_rest.glsl"
#include "pseudorandom.glsl"

// updated_trail returns a trail after a local update.
uint updated_trail(uint trail) { return trail - multiply_high(trail - initial, local_share); }

#ifdef SELECTIVE
#include "racing_records.glsl"
#else
#include "racing_matrix.glsl"
#endif

uint candidate_number(uint city, uint place) { return candidate_heuristic[city * CANDIDATES + place]; }

#include "prefetch_candidates.glsl"

void main() {
    if (!begin(colonies * ants)) {
        return;
    }
    colony = ant / ants;
    if (subgroup_agreed(state[COLONY].stop != 0u)) {
        return;
    }
    prefetch_lists();
    restore();
    uint first_city = first > 0u ? tours[tour] : 0u;
    // The city before the current one.
    uint before = FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY;

    for (uint base = first; base < first + count; base += width) {
        uvec2 words = random_words(base + lane); // each invocation makes the words of one step
        uint i = 0u;
        if (subgroup_agreed(base == 0u)) {
            start(subgroup_shuffle(words.x, 0u));
            first_city = current_city;
            i = 1u;
        }
        if (subgroup_agreed(base == first)) {
            load_candidates();
            enter_city(false);
            sync_ant();
        }
        SubgroupFlags exploits = subgroup_flags(words.x < greedy);
        uint steps = min(width, first + count - base);
        uint own_city = current_city; // the city that this invocation writes to the tour
        for (; i < steps; i++) {
            bool update = (base + i) % PERIOD == 0u;
            Choice choice = choose(subgroup_flag(exploits, i), words.y, i, before);
            subgroup_use_first(choice.city); // invocations may have read different trails
            if (lane == choice.owner) {
                mark_visited(choice.city, choice.flags);
            }
            update_edge(update, choice.city, lane == choice.owner, choice.trail);
            before = current_city;
            current_city = choice.city;
            load_candidates();
            enter_city(update);
            own_city = lane == i ? current_city : own_city;
            sync_ant();
        }
        if (lane < steps) {
            tours[tour + base + lane] = own_city;
        }
    }
    if (first + count == cities && cities % PERIOD == 0u) {
        close_tour(first_city);
    }
    leave_city();
}
