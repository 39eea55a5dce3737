#version 460
// Tour construction of MMAS: a subgroup is one ant or two, and never waits for another subgroup.
// The rules and their sources are in the Go references,
// aco/classic/reference/construct_max_min.go and rest.go. With CANDIDATE_TRAILS only candidates
// have trails. With COORDINATES distances are computed. With DEVICE_FLAGS the visited cities are
// in device memory instead of shared memory.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/philox.glsl"
#include "../include/long.glsl"
#include "sum.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, colonies, first_colony, seed, seed_high, list_width;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#define DISTANCE_BINDING 4
#include "../include/distance.glsl"
#ifdef DEVICE_FLAGS
#define FLAGS_BINDING 5
#endif
#ifndef CANDIDATE_TRAILS
#ifdef DEVICE_FLAGS
#define PHEROMONE_BINDING 6
#define RAISED_BINDING 7
#else
#define PHEROMONE_BINDING 5
#define RAISED_BINDING 6
#endif
#define RAISED_ACCESS readonly
layout(set = 0, binding = PHEROMONE_BINDING, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };

uint trail_of(uint from, uint to) { return pheromone[(colony * cities + from) * pitch + to]; }
#endif

// Several ants of a colony can share a subgroup, each with a team: an instruction then makes a
// step of all of them. This saves time where the instructions of many ants take longer than the
// steps of one.
layout(constant_id = 25) const uint ANTS_PER_SUBGROUP = 1;

#define SPREAD_FLAGS
#include "subgroup_ant.glsl"
#include "fixed.glsl"
#include "team.glsl"
#include "subgroup_rest.glsl"

// begin_ants initialises the ants of the subgroup and its colony. It returns false if the
// subgroup has none. The last subgroup of a colony may have its last ant twice: both teams do the
// same.
bool begin_ants() {
    uint subgroups = (ants + ANTS_PER_SUBGROUP - 1u) / ANTS_PER_SUBGROUP; // of a colony
    if (!begin(colonies * subgroups)) {
        return false;
    }
    colony = ant / subgroups;
    if (ANTS_PER_SUBGROUP > 1u) {
        uint team = lane / TEAM;
        ant_lane = lane - team * TEAM;
        ant_width = TEAM;
        take_ant(colony * ants + min(ant % subgroups * ANTS_PER_SUBGROUP + team, ants - 1u),
            slot * ANTS_PER_SUBGROUP + team);
    }
    return true;
}

// team_ballot returns the ballot of the ant's team. Of a subgroup that is one ant, it is the
// ballot of the first team: all do the same.
uint team_ballot(bool value) { return bitfieldExtract(subgroup_ballot(value).x, int(lane - ant_lane), int(TEAM)); }

// team_shuffle returns the value of an invocation of the ant's part of the subgroup. All
// invocations of a team call it with the same one.
uint team_shuffle(uint value, uint from) { return subgroup_shuffle(value, lane - ant_lane + from); }

uint candidate_number(uint city, uint place) { return weights[(colony * cities + city) * CANDIDATES + place]; }

#include "prefetch_candidates.glsl"

// Where the candidates of this invocation are in a list, and their weights in the row of city 0.
// Places after the last one are replaced by it, so that loads need no branch.
uint own_place[PER_INVOCATION], own_weight[PER_INVOCATION];

// find_candidates sets them: no step computes them again.
void find_candidates() {
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        own_place[v] = min(first_place() + v, CANDIDATES - 1u);
        own_weight[v] = colony * cities * CANDIDATES + own_place[v];
    }
}

// visit_rest visits the best of the rest with each ant that is stuck. The whole subgroup searches
// for one ant after the other. It returns the next city of the own ant, which is next if the ant
// is not stuck.
uint visit_rest(bool stuck, uint next) {
    uint own_city = current_city, flags_begin = own_flags;
    for (uint left = subgroup_ballot(stuck && ant_lane == 0u).x; left != 0u; left &= left - 1u) {
        uint first_lane = uint(findLSB(left)); // of the ant
        current_city = subgroup_shuffle(own_city, first_lane);
        own_flags = subgroup_shuffle(flags_begin, first_lane);
        uint best = best_of_rest();
        visit_by_first(best);
        next = first_lane == lane - ant_lane ? best : next;
    }
    current_city = own_city;
    own_flags = flags_begin;
    return next;
}

// visit_next visits a drawn candidate, or the best of the rest if all candidates are visited, and
// returns the city. The invocation that has drawn a candidate sets its flag, because it has the
// word of flags; all others get the city by a shuffle.
uint visit_next(uint word) {
    uint cities_of[PER_INVOCATION], weights_of[PER_INVOCATION], flags_of[PER_INVOCATION];
    uint sum = 0u;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        cities_of[v] = neighbours[current_city * list_width + own_place[v]];
        weights_of[v] = weights[current_city * CANDIDATES + own_weight[v]];
        flags_of[v] = visited_word(flag_word(cities_of[v]));
        bool listed = first_place() + v < CANDIDATES;
        weights_of[v] = listed && (flags_of[v] & flag_of(cities_of[v])) == 0u ? weights_of[v] : 0u;
        sum += weights_of[v];
    }
    uint total;
    uint target = team_sum(lane, sum, TEAM, total);
    // Wraps around in the invocations after the chosen one.
    target = multiply_high(word, total) - target;
    uint city = cities_of[0], before = flags_of[0];
    bool chosen = target < weights_of[0]; // in no invocation if the total is 0
    for (uint v = 1u; v < PER_INVOCATION; v++) {
        target -= weights_of[v - 1u];
        bool here = !chosen && target < weights_of[v];
        city = here ? cities_of[v] : city;
        before = here ? flags_of[v] : before;
        chosen = chosen || here;
    }
    uint drawn = team_ballot(chosen); // one invocation, or none
    if (chosen) {
        mark_visited(city, before);
    }
    uint next = team_shuffle(city, uint(findLSB(drawn)) & (TEAM - 1u));
    return subgroup_any(drawn == 0u) ? visit_rest(drawn == 0u, next) : next;
}

// word_of returns the random word of a step.
uint word_of(uint step) {
    return philox(uvec4(state[COLONY].iteration, ant - colony * ants, step, 0u),
        uvec2(seed, seed_high ^ (first_colony + colony))).x;
}

void main() {
    if (!begin_ants()) {
        return;
    }
    if (subgroup_agreed(state[COLONY].stop != 0u)) {
        return;
    }
    prefetch_lists();
    restore();
    find_candidates();
    // The city before the current one.
    uint before = FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY;

    for (uint base = first; base < first + count; base += ant_width) {
        uint words = word_of(base + ant_lane); // each invocation makes the word of one step
        uint steps = min(ant_width, first + count - base), i = 0u;
        if (subgroup_agreed(base == 0u)) {
            start(team_shuffle(words, 0u));
            i = 1u;
        }
        uint own_city = current_city; // the city that this invocation writes to the tour
        // Nvidia's compiler makes faster code of a loop that counts down.
        // Ends: left counts down.
        for (uint left = steps - i; left > 0u; i++, left--) {
            uint city = forced_after(current_city, before), word = team_shuffle(words, i);
            if (FIXED == 1u && city != NO_CITY) {
                visit_by_first(city);
            } else {
                city = visit_next(word);
            }
            sync_ant();
            before = current_city;
            current_city = city;
            own_city = ant_lane == i ? current_city : own_city;
        }
        if (ant_lane < steps) {
            tours[tour + base + ant_lane] = own_city;
        }
    }
}
