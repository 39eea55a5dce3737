#version 460
// Each ant proposes a change to the shared tour: a double-bridge kick, then a local repair by
// 2-opt and 3-opt moves. An ant does not copy the tour: its own tour is a short list of pieces of
// the shared tour. One team of invocations per ant. LARGE is for instances with too many cities
// for one binding, or for 26 bits.
// Go reference: aco/merged/reference/ant.go; docs/default-solver.md explains the algorithm.
#extension GL_EXT_control_flow_attributes : require
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS
#include "state.glsl"
#include "change.glsl"
#include "team.glsl"
#include "queue.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"

// An ant searches for moves from at most so many cities.
layout(constant_id = 5) const uint MAX_EVALUATIONS = 100;

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, places, pitch, ants, colonies, first_colony, seed, seed_high;
    uint kick, scales, temperature;
    uint gain_shift, claim_words;
};

#ifdef COORDINATES
// By position: the city and its grid coordinates.
layout(set = 0, binding = 1, std430) readonly buffer VisitsBuffer { uvec4 visits[]; };
#else
layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
#endif
layout(set = 0, binding = 2, std430) readonly buffer PositionsBuffer { uint positions[]; };
#define DISTANCE_BINDING 4
#define HAS_NODE_PAIRS
#include "../include/distance.glsl"
layout(set = 0, binding = 5, std430) readonly buffer ThresholdsBuffer { uint thresholds[]; };
layout(set = 0, binding = 6, std430) writeonly buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = 7, std430) writeonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };
layout(set = 0, binding = 8, std430) buffer ClaimsBuffer { uint claims[]; };
layout(set = 0, binding = 9, std430) writeonly buffer LongChangesBuffer { uint long_changes[]; };

uint own_tour, own_positions; // where the colony's tour and positions begin

#include "points.glsl"
#include "candidates.glsl"
#include "tour.glsl"
#include "move.glsl"
#include "submit.glsl"

// stay starts with the shared tour, from the city at a position. Go reference: ant.stay.
int stay(uint position, out uint added) {
    if (member == 0u) {
        place_piece(0u, 0u, 0u, 0u, 0u);
        touched[slot * MAX_TOUCHED] = position;
    }
    pieces = 1u;
    added = 1u;
    return 0;
}

// double_bridge reverses the order of the three segments between four cuts, writes the cities at
// the cuts to touched, and returns its gain.
int double_bridge(uvec4 cuts, out uint added) {
    uint at = slot * MAX_TOUCHED;
    if (member == 0u) {
        place_piece(0u, 0u, 0u, 0u, 0u);
        place_piece(1u, cuts.x, cuts.x + (cuts.w - cuts.y), 3u, 0u);
        place_piece(2u, cuts.y, cuts.x + (cuts.w - cuts.z), 2u, 0u);
        place_piece(3u, cuts.z, cuts.x, 1u, 0u);
        place_piece(4u, cuts.w, cuts.w, 4u, 0u);
    }
    int gain = 0;
    [[dont_unroll]] for (uint i = 0u; i < 4u; i++) {
        if (member == 0u) {
            touched[at + 2u * i] = cuts[i] - 1u;
            touched[at + 2u * i + 1u] = cuts[i];
        }
        // The segments are in reverse order, so the city before a cut is now the last one of the
        // segment that begins two cuts later.
        POINT city = point_at(own_tour + cuts[i]);
        ivec2 lengths = distances_between(
            point_at(own_tour + cuts[i] - 1u), city, point_at(own_tour + cuts[(i + 2u) & 3u] - 1u), city, 2u);
        gain += lengths.x - lengths.y;
    }
    pieces = 5u;
    added = MAX_TOUCHED;
    return gain;
}

// start makes the ant's kick, writes the cities at its cuts to touched, and returns its gain,
// which is mostly negative. Without kicks, or without room for one between fixed edges, it only
// writes the ant's city. added is the number of cities in touched. Go references: Model.Stratum,
// Model.Kick and ant.start.
int start(uint colony, uint ant, uint iteration, uvec4 words, uvec4 more, out uint added) {
    uint each = places / ants, remainder = places % ants;
    uint stratum = min(ant * each + min(ant, remainder), places - 1u), count = max(each + uint(ant < remainder), 1u);
    clear_pieces();
    if (kick == 0u) {
        return stay(positions[own_positions + stratum + iteration % count], added);
    }
    uint position = positions[own_positions + stratum + multiply_high(words.x, count)];
    uint longest = min(max(kick >> multiply_high(words.y, scales), 1u), (places - 2u) / 3u);
    uvec3 lengths = 1u +
        uvec3(multiply_high(words.z, longest), multiply_high(words.w, longest), multiply_high(more.x, longest));
    uint total = lengths.x + lengths.y + lengths.z, back = multiply_high(more.y, total);
    uint cut = min(max(position, back) - back, places - 2u - total) + 1u;
    uvec4 cuts = uvec4(cut, cut + lengths.x, cut + lengths.x + lengths.y, cut + total);
    return pass_fixed(cuts) ? double_bridge(cuts, added) : stay(position, added);
}

// write_touched writes the cities of a move to touched; one invocation calls it.
void write_touched(Move m, uint t1) {
    uint at = slot * MAX_TOUCHED;
    touched[at] = t1;
    touched[at + 1u] = m.t2;
    touched[at + 2u] = m.t3;
    touched[at + 3u] = m.t4;
    touched[at + 4u] = m.t5;
    touched[at + 5u] = m.t6;
}

void main() {
    lane = subgroup_lane;
    uint invocation = subgroup_index * subgroup_size + lane;
    slot = invocation / TEAM;
    member = lane & (TEAM - 1u);
    lows_at = slot * LOWS;
    pieces_at = slot * MAX_PIECES;
    uint id = (first + group_index()) * ANTS + slot;
    // The second row of work-groups may be longer than needed.
    bool working = group_index() < count && id < ants * colonies;
    // a team without an ant takes the same steps, without effect.
    id = min(id, ants * colonies - 1u);
    uint colony = id / ants, ant = id % ants;
    uint iteration = state[colony].iteration;
    working = working && state[colony].stop == 0u;
    own_positions = colony * cities;
    uint tour_half = iteration & 1u;
#ifdef COORDINATES
    own_tour = colony * places;
#else
    own_tour = (2u * colony + tour_half) * places;
#endif

    uvec2 key = uvec2(seed, seed_high ^ (first_colony + colony));
    uvec4 words = philox(uvec4(iteration, ant, 0u, 0u), key), more = philox(uvec4(iteration, ant, 1u, 0u), key);
    head = 0u;
    tail = 0u;
    uint added;
    int gain = start(colony, ant, iteration, words, more, added);
    uint evaluations = 0u, moves = 0u;
    bool undone = false;
    for (uint turn = 0u; turn < MAX_EVALUATIONS; turn++) {
        sync_subgroup();
        enqueue(added);
        added = 0u;
        bool looking = working && !undone && head < tail && pieces <= MAX_PIECES - CUTS;
        if (!subgroup_any(looking)) {
            break;
        }
        uint t1 = looking ? queue[queue_at(head)] : 0u;
        head += uint(looking);
        evaluations += uint(looking);
        bool found;
        Move m = best_move(t1, looking, found);
        if (!found) {
            continue;
        }
        bool moving = m.gain > 0;
        gain += m.gain;
        moves += uint(moving);
        Rearrangement r = rearrangement_of(m, t1);
        if (moving && member == 0u) {
            write_touched(m, t1);
        }
        rearrange(r, moving);
        added = moving ? (m.kind == TURN_A ? 4u : 6u) : 0u;
        bool maybe_unchanged = moving && gain == 0;
        if (subgroup_any(maybe_unchanged)) {
            undone = unchanged() && maybe_unchanged || undone;
        }
    }
    if (working && member == 0u) {
        atomicAdd(state[colony].evaluations, evaluations);
        atomicAdd(state[colony].moves, moves);
        if (undone) {
            atomicAdd(state[colony].undone, 1u);
        } else if (pieces > MAX_PIECES - CUTS) {
            atomicAdd(state[colony].full, 1u);
        }
    }
    sync_subgroup();
    submit(working, colony, ant, gain, undone, more.z, tour_half);
}
