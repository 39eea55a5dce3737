// The best moves of the cities of a round. Go reference: aco/classic/reference/improve_best.go,
// which has the rule and explains the cities a to f and the places x, w and y.
//
// Each city has a team: a subgroup that tries its moves of two edges and lists its nodes, the
// pairs of c and d that may continue with a third edge. Some cities have many more nodes than
// others. So all teams share the work on the nodes of all cities (improve_third.glsl).
//
// The includer has fixed.glsl, improve_tour.glsl, improve_move.glsl, the push constants cities
// and list_width, the buffers neighbours and neighbour_distances, and the shared array moves.
layout(constant_id = 3) const uint NEIGHBOURS = 20; // cities of a list that are used
layout(constant_id = 4) const uint TEAMS = 1;       // subgroups that search; further ones do not
// 1: asymmetric instance, only moves that reverse nothing.
layout(constant_id = 5) const uint DIRECTIONS = 2;
layout(constant_id = 6) const uint MOVE_TYPES = 1;  // bits of the move types

const uint MOVE_TYPE_TWO_OPT = 1, MOVE_TYPE_OR_OPT = 2, MOVE_TYPE_THREE_OPT = 4;
const uint MAX_SEGMENT_CITIES = 3; // longest segment that or-opt moves

// The code of a move has the order of the Go reference: the direction, the index of c in the list
// of b, whether d precedes c, and what follows. A node has the first three in its high byte and d
// in the bits below.
const uint CITY_BITS = 24;

// The nodes of each team, each with the length removed minus the length added so far.
const uint TEAM_NODES = 2 * DIRECTIONS * NEIGHBOURS;
shared uvec2 nodes[TEAMS * TEAM_NODES];
shared uint node_count[TEAMS];

// The position of city b.
uint b_position;

bool uses(uint types) {
    return (MOVE_TYPES & types) != 0u;
}

uint place_of(uint city, bool backward) {
    uint position = position_of(city);
    uint ahead = cities + select(backward, b_position - position, position - b_position);
    return select(ahead > cities, ahead - cities, ahead);
}

uint city_on(uint place, bool backward) {
    return city_at(wrapped(b_position + select(backward, cities - place, place)));
}

// distances_of returns the distances from one city to two others, then the distances from another
// city to the same two. A mask of four bits says which are needed. Loads from a city do not wait
// for each other. A loop has the distance only once in the code, because it is large if it is
// computed.
uvec4 distances_of(uvec2 from, uvec2 to, uint needed) {
#ifdef COORDINATES
    uvec4 all = uvec4(0);
    for (uint i = 0u; i < 4u; i++) {
        all = all.yzwx;
        if ((needed >> i & 1u) != 0u) {
            all.w = distance_of(i < 2u ? from.x : from.y, (i & 1u) == 0u ? to.x : to.y);
        }
    }
    return all;
#else
    uvec4 all = uvec4(0);
    if ((needed & 3u) != 0u) {
        all.xy = uvec2(distance_of(from.x, to.x), distance_of(from.x, to.y));
    }
    if ((needed & 12u) != 0u) {
        all.zw = uvec2(distance_of(from.y, to.x), distance_of(from.y, to.y));
    }
    return all;
#endif
}

// list_node lists a pair of c and d.
void list_node(uint node, uint d, uint taken) {
    if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
        nodes[TEAM_NODES * subgroup_index + atomicAdd(node_count[subgroup_index], 1u)] = uvec2(node | d, taken);
    }
}

// try_closings lists the nodes of a city c at place x, first with d after c on the way, then with
// d before c. With the first one there is a move of two edges.
void try_closings(uint node, uint x, uint c, uint taken) {
    bool backward = (node >> 31) != 0u, has_next = DIRECTIONS == 2u && x + 1u < cities;
    uint next = has_next ? city_on(x + 1u, backward) : c, previous = city_on(x - 1u, backward);
    uvec4 of_d = distances_of(uvec2(next, previous), uvec2(c, city_on(1u, backward)), has_next ? 7u : 4u);
    if (has_next && !is_fixed(c, next)) {
        if (uses(MOVE_TYPE_TWO_OPT)) {
            offer(taken + of_d.x, 0u, of_d.y, node >> CITY_BITS << 8, x, cities, TWO);
        }
        list_node(node, next, taken + of_d.x);
    }
    if (!is_fixed(c, previous)) {
        list_node(node | 1u << CITY_BITS, previous, taken + of_d.z);
    }
}

// find_nodes tries the moves of two edges of city b and lists its nodes. All invocations of a
// subgroup call it.
void find_nodes(uint b) {
    b_position = position_of(b);
    for (uint base = 0u; base < DIRECTIONS * NEIGHBOURS; base += width) {
        uint item = base + subgroup_lane, k = item / DIRECTIONS;
        bool backward = item % DIRECTIONS != 0u;
        bool nearer = false;
        if (k < NEIGHBOURS) {
            uint a = city_on(1u, backward), entry = b * list_width + k;
            uint c = neighbours[entry], added = neighbour_distances[entry];
            uint edge = distance_of(b, a), x = place_of(c, backward);
            nearer = added < edge && !is_fixed(b, a);
            if (nearer) {
                try_closings(uint(backward) << 31 | k << (CITY_BITS + 1u), x, c, edge - added);
            }
        }
        if (subgroup_max(nearer ? item + DIRECTIONS : 0u) < base + width) {
            break; // all further cities of both lists are too far away
        }
    }
}

#include "improve_third.glsl"

// best_moves finds the best moves of the cities of a round from an index on, one for each team.
// All invocations call it.
void best_moves(uint begin, uint examined) {
    uint slot = begin + subgroup_index;
    bool is_team = subgroup_index < TEAMS, searches = is_team && slot < examined;
    if (is_team && subgroup_elect()) {
        node_count[subgroup_index] = 0u;
    }
    subgroup_barrier();
    best = NO_CANDIDATE;
    if (searches) {
        find_nodes(round_cities[slot]);
    }
    uint own_position = b_position;
    if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
        share_nodes(begin, searches);
    }
    if (searches && has_best()) {
        moves[slot].value = best.value;
        if (best.value != 0u) {
            moves[slot] = move_of(best, own_position);
        }
    }
}
