// The best moves of the cities of a round. Go reference: aco/classic/reference/improve_best.go.
//
// Each city has a team: a subgroup that tries its moves of two edges and lists its nodes
// (improve_nodes.glsl). Some cities have many more nodes than others. So all teams share the work
// on the nodes of all cities (improve_share.glsl).
//
// The includer has subgroup.glsl, what improve_nodes.glsl needs, improve_active.glsl, and the
// shared array moves.
layout(constant_id = 4) const uint TEAMS = 1; // subgroups that search; further ones do not

#include "improve_nodes.glsl"

// The nodes of each team, each with the length removed minus the length added so far.
const uint TEAM_NODES = 2 * DIRECTIONS * NEIGHBOURS;
shared uvec2 nodes[TEAMS * TEAM_NODES];
shared uint node_count[TEAMS];

// has_best returns true in one invocation, which has the best candidate of the subgroup. All
// invocations of a subgroup call it. Codes differ. The last test does not repeat the first one:
// Nvidia's compiler in driver 580.159.04 otherwise loses a predicate.
bool has_best() {
    uint value = subgroup_max(best.value), own = best.value == value ? best.code : ~0u, code = subgroup_min(own);
    return value == 0u ? subgroup_elect() : own == code;
}

// list_node lists a pair of c and d.
void list_node(uint node, uint d, uint taken) {
    if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
        nodes[TEAM_NODES * subgroup_index + atomicAdd(node_count[subgroup_index], 1u)] = uvec2(node | d, taken);
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

#include "improve_share.glsl"

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
