// The way from a city, its moves of two edges, and its nodes: the pairs of c and d that may
// continue with a third edge (improve_third.glsl). Go reference:
// aco/classic/reference/improve_best.go, which has the rule and explains the cities a to f and the
// places x, w and y.
//
// The includer has fixed.glsl, improve_tour.glsl, improve_move.glsl, the push constants cities
// and list_width, and the buffers neighbours and neighbour_distances.
layout(constant_id = 3) const uint NEIGHBOURS = 20; // cities of a list that are used
// 1: asymmetric instance, only moves that reverse nothing.
layout(constant_id = 5) const uint DIRECTIONS = 2;
layout(constant_id = 6) const uint MOVE_TYPES = 1;  // bits of the move types

const uint MOVE_TYPE_TWO_OPT = 1, MOVE_TYPE_OR_OPT = 2, MOVE_TYPE_THREE_OPT = 4;
const uint MAX_SEGMENT_CITIES = 3; // longest segment that or-opt moves

// The code of a move has the order of the Go reference: the direction, the index of c in the list
// of b, whether d precedes c, and what follows. A node has the first three in its high byte and d
// in the bits below.
const uint CITY_BITS = 24;

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

// list_node keeps a pair of c and d for try_third_edge. The includer has it.
void list_node(uint node, uint d, uint taken);

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
