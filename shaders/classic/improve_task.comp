#version 460
// Local search with task mapping: one invocation per tour (Delévacq et al. 2013, section 4.3,
// ANT_thread). The moves and their order are the same as in improve.comp, and so are the tours. Go
// reference: aco/classic/reference/improve.go. All data of a search are in device memory. With
// COORDINATES distances are computed.
#include "../include/stage.glsl"
// 1: only the shortest tour of each colony is improved.
layout(constant_id = 7) const uint BEST_ONLY = 0;

layout(push_constant) uniform Push {
    uint first, count; // parts of the searches for moves: PARTS for each of CITIES_PER_ROUND cities of each round
    uint cities, pitch, ants, colonies, list_width;
};

uint colony;
#define STATE_ACCESS readonly
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"

layout(set = 0, binding = 1, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) buffer LengthsBuffer { uvec2 lengths[]; };
#define DISTANCE_BINDING 3
#include "../include/distance.glsl"
layout(set = 0, binding = 4, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
layout(set = 0, binding = 5, std430) readonly buffer NeighbourDistancesBuffer { uint neighbour_distances[]; };
// The state of each ant's search between dispatches, as in improve.comp: the active cities, then
// the header words below.
layout(set = 0, binding = 6, std430) buffer SearchesBuffer { uint searches[]; };
layout(set = 0, binding = 7, std430) buffer PositionsBuffer { uint positions[]; };

#define TOUR_INVOCATIONS 1u

void sync_device() {} // an invocation reads what it wrote

#include "fixed.glsl"
#include "improve_tour.glsl"
#include "improve_move.glsl"
#include "improve_nodes.glsl"
#include "improve_third.glsl"

layout(constant_id = 1) const uint FLAG_WORDS = 1;        // one bit per city
layout(constant_id = 2) const uint CITIES_PER_ROUND = 32; // most cities of a round
layout(constant_id = 4) const uint PARTS = 1;             // of the search for a city's move
const uint PART_NEIGHBOURS = (DIRECTIONS * NEIGHBOURS + PARTS - 1) / PARTS;

// A city of a round, NO_CITY if the round has fewer, and its move.
struct Turn {
    uint city;
    Move move;
};

layout(set = 0, binding = 8, std430) buffer TurnsBuffer { Turn turns[]; };

// Indices of the header words, and their number.
const uint CURSOR = 0, IMPROVED = 1, DONE = 2, HEADER_WORDS = 3;

uint own_search, own_turns; // where the ant's words and turns begin
uint cursor;                // the city at which the search for active cities continues
bool improved;              // since all cities became active
uvec2 gain;                 // in this dispatch

Move move_at(uint slot) { return turns[own_turns + slot].move; }

#include "improve_apply.glsl"

// shortest_ant returns the ant of a colony with the shortest tour; of equal lengths the first.
uint shortest_ant() {
    uint shortest = colony * ants;
    for (uint i = colony * ants + 1u; i < (colony + 1u) * ants; i++) {
        if (long_less(lengths[i], lengths[shortest])) {
            shortest = i;
        }
    }
    return shortest;
}

void activate(uint city) { searches[own_search + (city >> 5)] |= 1u << (city & 31u); }

// activate_all makes all cities active, without the padding of the last word.
void activate_all() {
    for (uint i = 0u; i < FLAG_WORDS; i++) {
        uint left = cities - 32u * i;
        searches[own_search + i] = left >= 32u ? ~0u : ~(~0u << left);
    }
}

// next_active makes the next active cities inactive, takes them as the cities of a round, and
// returns their number.
uint next_active() {
    uint found = 0u, passed = 0u, from = ~0u << (cursor & 31u), word = cursor >> 5, wanted = from;
    // Ends: a turn finds a city, or passes a word. The first word's cities before the cursor are last.
    while (passed <= FLAG_WORDS && found < CITIES_PER_ROUND) {
        uint bits = searches[own_search + word] & wanted;
        if (bits == 0u) {
            passed++;
            word = word + 1u < FLAG_WORDS ? word + 1u : 0u;
            wanted = passed == FLAG_WORDS ? ~from : ~0u;
            continue;
        }
        uint city = 32u * word + findLSB(bits);
        searches[own_search + word] ^= bits & ~(bits - 1u);
        turns[own_turns + found].city = city;
        cursor = city + 1u < cities ? city + 1u : 0u;
        found++;
    }
    return found;
}

// begin_round chooses the cities of a round. It returns false if no move can improve the tour.
bool begin_round() {
    uint found = next_active();
    if (found == 0u && improved) {
        improved = false;
        activate_all();
        found = next_active();
    }
    for (uint slot = found; slot < CITIES_PER_ROUND; slot++) {
        turns[own_turns + slot].city = NO_CITY;
        turns[own_turns + slot].move.value = 0u;
    }
    return found > 0u;
}

// The nodes of one city c: with d after it, and with d before it.
uvec2 nodes[2];
uint node_count;

void list_node(uint node, uint d, uint taken) {
    if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
        nodes[node_count] = uvec2(node | d, taken);
        node_count++;
    }
}

// try_nodes tries the third edges of the listed nodes.
void try_nodes() {
    for (uint i = 0u; i < node_count; i++) {
        for (uint j = 0u; j < pairs_of_node(); j++) {
            if (!try_third(nodes[i], j) && uses(MOVE_TYPE_THREE_OPT)) {
                break;
            }
        }
    }
}

// find_best finds the best move of city b with the neighbours of a part: those of the one
// direction, then those of the other. The codes of moves increase.
void find_best(uint b, uint part) {
    uint from = part * PART_NEIGHBOURS, end = min(from + PART_NEIGHBOURS, DIRECTIONS * NEIGHBOURS), edge = 0u;
    bool backward = false;
    // Ends: item grows.
    for (uint item = from; item < end;) {
        uint k = item % NEIGHBOURS;
        if (item == from || k == 0u) {
            backward = item >= NEIGHBOURS;
            uint a = city_on(1u, backward);
            edge = is_fixed(b, a) ? 0u : distance_of(b, a);
        }
        uint entry = b * list_width + k, added = neighbour_distances[entry];
        if (added >= edge) {
            item += NEIGHBOURS - k; // all further cities of the list are too far away
            continue;
        }
        uint c = neighbours[entry];
        node_count = 0u;
        try_closings(uint(backward) << 31 | k << (CITY_BITS + 1u), place_of(c, backward), c, edge - added);
        try_nodes();
        item++;
    }
}

// search tries a part of the moves of a city of the round. A move of an earlier part has a smaller
// code, so that it wins if gains are equal.
void search(uint slot, uint part) {
    Turn turn = turns[own_turns + slot];
    if (turn.city == NO_CITY) {
        return;
    }
    best = NO_CANDIDATE;
    if (part > 0u) {
        best = Candidate(turn.move.value, turn.move.gain_low, 0u, 0u, 0u, 0u);
    }
    b_position = position_of(turn.city);
    find_best(turn.city, part);
    if (part == 0u || best.code != 0u) {
        turns[own_turns + slot].move = move_of(best, b_position);
    }
}

// conflicts returns whether a move conflicts with a better one.
bool conflicts(Move m, uint slot) {
    for (uint i = 0u; i < CITIES_PER_ROUND; i++) {
        Move other = move_at(i);
        bool better = other.value > m.value || (other.value == m.value && i < slot);
        if (better && touches(m, other)) {
            return true;
        }
    }
    return false;
}

// take_move makes the ends of a selected move active and adds its gain.
void take_move(Move m) {
    for (uint i = 0u; i < 6u; i++) {
        uint border = m.start + (i < 2u ? 0u : i < 4u ? m.first : m.first + m.second);
        activate(city_at((border + cities - (i & 1u)) % cities));
    }
    gain = long_add(gain, gain_of(m));
}

// end_round selects the moves of a round that do not conflict with a better one, and makes them.
void end_round() {
    uint chosen = 0u;
    for (uint slot = 0u; slot < CITIES_PER_ROUND; slot++) {
        Move m = move_at(slot);
        if (m.value == 0u) {
            continue;
        }
        if (conflicts(m, slot)) {
            activate(turns[own_turns + slot].city);
        } else {
            take_move(m);
            chosen |= 1u << slot;
        }
    }
    if (chosen != 0u) {
        improved = true;
        apply_moves(chosen, 0u);
    }
}

void main() {
    uint invocation = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    colony = BEST_ONLY == 1u ? invocation : invocation / ants;
    if (colony >= colonies || state[COLONY].stop != 0u) {
        return;
    }
    ant = BEST_ONLY == 1u ? shortest_ant() : invocation;
    own_search = ant * (FLAG_WORDS + HEADER_WORDS);
    own_turns = ant * CITIES_PER_ROUND;
    uint header = own_search + FLAG_WORDS;
    if (first == 0u) {
        load_tour(0u);
        activate_all();
        searches[header + CURSOR] = 0u;
        searches[header + IMPROVED] = 0u;
    } else if (searches[header + DONE] != 0u) {
        return;
    }
    cursor = searches[header + CURSOR];
    improved = searches[header + IMPROVED] != 0u;
    gain = uvec2(0u);
    bool done = false;
    for (uint unit = first; unit < first + count && !done; unit++) {
        uint part = unit % PARTS, slot = unit / PARTS % CITIES_PER_ROUND;
        done = part == 0u && slot == 0u && !begin_round();
        if (!done) {
            search(slot, part);
        }
        if (part == PARTS - 1u && slot == CITIES_PER_ROUND - 1u) {
            end_round();
        }
    }
    searches[header + CURSOR] = cursor;
    searches[header + IMPROVED] = uint(improved);
    searches[header + DONE] = uint(done);
    lengths[ant] = long_subtract(lengths[ant], gain);
}
