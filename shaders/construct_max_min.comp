#version 460
// Tour construction of MMAS: one subgroup per ant, which never waits for another ant. The rules and their sources are in the Go references,
// internal/reference/construct_max_min.go and rest.go.
// With CANDIDATE_TRAILS only candidates have trails. With COORDINATES distances are computed. With DEVICE_FLAGS the visited cities are in
// device memory instead of shared memory.
#include "include/stage.glsl"
#include "include/subgroup.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"
#include "include/long.glsl"
#include "include/sum.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, colonies, first_colony, seed, seed_high, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#define DISTANCE_BINDING 4
#include "include/distance.glsl"
#ifdef DEVICE_FLAGS
#define FLAGS_BINDING 5
#define PHEROMONE_BINDING 6
#define RAISED_BINDING 7
#else
#define PHEROMONE_BINDING 5
#define RAISED_BINDING 6
#endif
#define SPREAD_FLAGS
#include "include/subgroup_ant.glsl"
#include "include/fixed_lists.glsl"
#include "include/team.glsl"
#include "include/rest_max_min.glsl"
#include "include/subgroup_rest.glsl"

uint candidate_number(uint city, uint place) { return weights[(colony * cities + city) * CANDIDATES + place]; }

#include "include/prefetch_candidates.glsl"

// try_candidates visits a drawn candidate and returns true, or false if all candidates are visited. The invocation that has drawn it sets the flag,
// because it has the word of flags; all others get the city by a shuffle.
bool try_candidates(uint word, out uint next) {
    uint cities_of[PER_INVOCATION], weights_of[PER_INVOCATION], flags_of[PER_INVOCATION];
    uint sum = 0u;
    uint list = current_city * list_width, row = (colony * cities + current_city) * CANDIDATES;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint k = first_place() + v;
        uint at = min(k, CANDIDATES - 1u); // clamped, so that the loads need no branch
        cities_of[v] = neighbours[list + at];
        weights_of[v] = weights[row + at];
        flags_of[v] = visited_word(flag_word(cities_of[v]));
        weights_of[v] = k < CANDIDATES && (flags_of[v] & flag_of(cities_of[v])) == 0u ? weights_of[v] : 0u;
        sum += weights_of[v];
    }
    uint total;
    uint target = team_sum(sum, TEAM, total);
    target = multiply_high(word, total) - target; // wraps around in the invocations after the chosen one
    uint city = cities_of[0], before = flags_of[0];
    bool chosen = target < weights_of[0]; // in no invocation if the total is 0
    for (uint v = 1u; v < PER_INVOCATION; v++) {
        target -= weights_of[v - 1u];
        bool here = !chosen && target < weights_of[v];
        city = here ? cities_of[v] : city;
        before = here ? flags_of[v] : before;
        chosen = chosen || here;
    }
    uint chosen_lanes = subgroup_ballot(chosen && lane < TEAM).x; // a team has at most 32 invocations
    if (subgroup_agreed(chosen_lanes == 0u)) {
        return false;
    }
    uint owner = uint(findLSB(chosen_lanes));
    if (lane == owner) {
        mark_visited(city, before);
    }
    next = subgroup_shuffle(city, owner);
    return true;
}

// visit_by_first visits a city that all invocations know.
void visit_by_first(uint city) {
    if (lane == 0u) {
        mark_visited(city, visited_word(flag_word(city)));
    }
}

void main() {
    if (!begin(colonies * ants)) {
        return;
    }
    colony = ant / ants;
    if (subgroup_agreed(state.stop != 0u)) {
        return;
    }
    prefetch_lists();
    restore();
    uint before = FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY; // the city before the current one

    uvec2 key = uvec2(seed, seed_high ^ (first_colony + colony));
    for (uint base = first; base < first + count; base += width) {
        uint words = philox(uvec4(state.iteration, ant - colony * ants, base + lane, 0u), key).x; // each invocation makes the word of one step
        uint steps = min(width, first + count - base);
        uint own_city; // the city that this invocation writes to the tour
        for (uint i = 0u; i < steps; i++) {
            uint word = subgroup_shuffle(words, i);
            uint city = base + i == 0u ? multiply_high(word, cities) : forced_after(current_city, before);
            if (base + i == 0u || (FIXED == 1u && city != NO_CITY)) {
                visit_by_first(city);
            } else if (!try_candidates(word, city)) {
                city = best_of_rest();
                visit_by_first(city);
            }
            sync_ant();
            before = base + i == 0u ? NO_CITY : current_city;
            current_city = city;
            own_city = lane == i ? current_city : own_city;
        }
        if (lane < steps) {
            tours[tour + base + lane] = own_city;
        }
    }
}
