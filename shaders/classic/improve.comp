#version 460
// Local search: each work-group improves an ant's tour until no move of the neighbourhood
// shortens it. The rule and its sources are in the Go reference,
// aco/classic/reference/improve.go. With SHARED the tour is in shared memory, with SHARED_CITIES
// without the positions of cities. With COORDINATES distances are computed.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
// 1: only the shortest tour of each colony is improved.
layout(constant_id = 7) const uint BEST_ONLY = 0;

layout(push_constant) uniform Push {
    uint first, count; // rounds
    uint cities, pitch, ants, colonies, list_width;
};

#define STATE_ACCESS readonly
#define COLONY (BEST_ONLY == 1u ? group_index() : group_index() / ants)
#include "state.glsl"
#include "../include/long.glsl"

#if defined(SHARED) || defined(SHARED_CITIES)
layout(set = 0, binding = 1, std430) buffer ToursBuffer { uint tours[]; };
#else
layout(set = 0, binding = 1, std430) coherent buffer ToursBuffer { uint tours[]; };
#endif
#ifndef SHARED
layout(set = 0, binding = 7, std430) coherent buffer PositionsBuffer { uint positions[]; };
#endif
layout(set = 0, binding = 2, std430) buffer LengthsBuffer { uvec2 lengths[]; };
#define DISTANCE_BINDING 3
#include "../include/distance.glsl"
layout(set = 0, binding = 4, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
layout(set = 0, binding = 5, std430) readonly buffer NeighbourDistancesBuffer { uint neighbour_distances[]; };
// The state of each ant's search between dispatches: the active cities, then the header words
// below.
layout(set = 0, binding = 6, std430) buffer SearchesBuffer { uint searches[]; };

#define TOUR_INVOCATIONS GROUP_SIZE

void sync_device() {
    memoryBarrierBuffer();
    barrier();
}

#include "fixed.glsl"
#include "improve_tour.glsl"
#include "improve_active.glsl"
#include "improve_move.glsl"

shared Move moves[CITIES_PER_ROUND];

Move move_at(uint slot) { return moves[slot]; }

#include "improve_best.glsl"
#include "improve_apply.glsl"

// Indices of the header words, and their number.
const uint CURSOR = 0, IMPROVED = 1, DONE = 2, HEADER_WORDS = 3;

shared uint chosen_moves; // one bit per city of the round
shared uint gain_low, gain_high;

shared uint shortest_high, shortest_low, shortest_first;

// shortest_ant returns the ant of a colony with the shortest tour; of equal lengths the first.
// The colony's ants begin at from. All invocations call it.
uint shortest_ant(uint from, uint lane) {
    if (lane == 0u) {
        shortest_high = ~0u;
        shortest_low = ~0u;
        shortest_first = ~0u;
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        atomicMin(shortest_high, lengths[from + i].y);
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        if (lengths[from + i].y == shortest_high) {
            atomicMin(shortest_low, lengths[from + i].x);
        }
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        if (lengths[from + i] == uvec2(shortest_low, shortest_high)) {
            atomicMin(shortest_first, from + i);
        }
    }
    barrier();
    return shortest_first;
}

// decide_move selects the move of a city unless it conflicts with a better one. All invocations
// of a subgroup call it.
void decide_move(uint slot, uint examined) {
    Move m = moves[slot];
    if (m.value == 0u) {
        return;
    }
    bool has_conflict = false;
    for (uint i = subgroup_lane; i < examined; i += width) {
        Move other = moves[i];
        bool better = other.value > m.value || (other.value == m.value && i < slot);
        has_conflict = has_conflict || (better && touches(m, other));
    }
    if (subgroup_max(uint(has_conflict)) != 0u) {
        if (subgroup_elect()) {
            activate(round_cities[slot]);
        }
        return;
    }
    for (uint i = subgroup_lane; i < 6u; i += width) {
        uint border = m.start + (i < 2u ? 0u : i < 4u ? m.first : m.first + m.second);
        activate(city_at((border + cities - (i & 1u)) % cities));
    }
    if (subgroup_elect()) {
        atomicOr(chosen_moves, 1u << slot);
        uvec2 gain = gain_of(m);
        uint old = atomicAdd(gain_low, gain.x);
        atomicAdd(gain_high, gain.y + (old + gain.x < old ? 1u : 0u));
    }
}

void main() {
    uint group = group_index(), lane = gl_LocalInvocationIndex;
    if (group >= colonies * (BEST_ONLY == 1u ? 1u : ants) || state[COLONY].stop != 0u) {
        return;
    }
    ant = BEST_ONLY == 1u ? shortest_ant(group * ants, lane) : group;
    uint own_search = ant * (FLAG_WORDS + HEADER_WORDS);
    if (first > 0u && searches[own_search + FLAG_WORDS + DONE] != 0u) {
        return;
    }
    load_tour(lane);
    bool improved = false;
    if (first == 0u) {
        activate_all(lane);
    } else {
        for (uint i = lane; i < FLAG_WORDS; i += GROUP_SIZE) {
            active_cities[i] = searches[own_search + i];
        }
        improved = searches[own_search + FLAG_WORDS + IMPROVED] != 0u;
    }
    if (lane == 0u) {
        cursor = first == 0u ? 0u : searches[own_search + FLAG_WORDS + CURSOR];
        gain_low = 0u;
        gain_high = 0u;
        listed_units[0] = 0u;
        listed_units[1] = 0u;
    }
    barrier();

    width = subgroup_width();
    bool done = false;
    for (uint round = 0u; round < count; round++) {
        uint examined = next_active();
        if (examined == 0u && improved) {
            improved = false;
            activate_all(lane);
            examined = next_active();
        }
        if (examined == 0u) {
            done = true;
            break;
        }
        if (lane == 0u) {
            chosen_moves = 0u;
        }
        for (uint begin = 0u; begin < examined; begin += TEAMS) {
            best_moves(begin, examined);
        }
        barrier();
        for (uint slot = subgroup_index; slot < examined && subgroup_index < TEAMS; slot += TEAMS) {
            decide_move(slot, examined);
        }
        barrier();
        uint chosen = chosen_moves;
        if (chosen != 0u) {
            improved = true;
            apply_moves(chosen, lane);
        }
    }

    store_tour(lane);
    for (uint i = lane; i < FLAG_WORDS; i += GROUP_SIZE) {
        searches[own_search + i] = active_cities[i];
    }
    if (lane == 0u) {
        searches[own_search + FLAG_WORDS + CURSOR] = cursor;
        searches[own_search + FLAG_WORDS + IMPROVED] = uint(improved);
        searches[own_search + FLAG_WORDS + DONE] = uint(done);
        lengths[ant] = long_subtract(lengths[ant], uvec2(gain_low, gain_high));
    }
}
