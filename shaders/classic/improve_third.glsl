// The moves of three edges of a node. The includer has improve_nodes.glsl.

// pairs_of_node returns the number of third edges that a node is tried with.
uint pairs_of_node() {
    return uses(MOVE_TYPE_THREE_OPT) ? NEIGHBOURS : 2u * MAX_SEGMENT_CITIES;
}

// Third is a city e that d may be joined with.
struct Third {
    bool may_gain; // false: there is no such city, or the edge to it is too long for a gain
    uint place, city, added;
};

// third_in_list returns the j-th city of the list of d.
Third third_in_list(uvec2 node, uint j) {
    uint entry = bitfieldExtract(node.x, 0, int(CITY_BITS)) * list_width + j;
    Third e;
    e.added = neighbour_distances[entry];
    e.city = neighbours[entry];
    e.may_gain = e.added < node.y;
    if (e.may_gain) {
        e.place = place_of(e.city, (node.x >> 31) != 0u);
    }
    return e;
}

// third_at_segment returns the other end of a segment of at most three cities that ends with b,
// or the city after one that begins with c.
Third third_at_segment(uvec2 node, uint j) {
    bool backward = (node.x >> 31) != 0u, precedes = (node.x >> CITY_BITS & 1u) != 0u;
    uint d = bitfieldExtract(node.x, 0, int(CITY_BITS)), w = place_of(d, backward);
    Third e;
    e.place = cities - j;
    if (j >= MAX_SEGMENT_CITIES) {
        uint ahead = j - MAX_SEGMENT_CITIES + 2u; // steps from d
        e.place = precedes ? w + ahead : w - min(ahead, w);
    }
    e.may_gain = e.place > 0u && e.place <= cities;
    if (e.may_gain) {
        e.city = city_on(e.place, backward);
        e.added = distance_of(d, e.city);
    }
    return e;
}

// try_third_edge offers the moves that join d with e, first with f after e on the way, then with
// f before e. It skips results that are no tour, and exchanges of two edges.
void try_third_edge(uvec2 node, Third e, uint code) {
    bool backward = (node.x >> 31) != 0u, precedes = (node.x >> CITY_BITS & 1u) != 0u;
    uint w = place_of(bitfieldExtract(node.x, 0, int(CITY_BITS)), backward);
    uint x = precedes ? w + 1u : w - 1u, y = e.place;
    bool has_next = precedes ? uses(MOVE_TYPE_THREE_OPT) && DIRECTIONS == 2u && y > x && y < cities - 1u
                             : y > 1u && y < x;
    bool has_previous = precedes ? y > x : y > w + 1u;
    uint next = has_next ? city_on(y + 1u, backward) : e.city;
    uint previous = has_previous ? city_on(y - 1u, backward) : e.city;
    uvec4 of_f = distances_of(uvec2(next, previous), uvec2(e.city, city_on(1u, backward)),
        (has_next ? 3u : 0u) | (has_previous ? 12u : 0u));
    if (has_next && !is_fixed(e.city, next)) {
        offer(node.y, of_f.x, e.added + of_f.y, code, precedes ? w : y, precedes ? y : x,
            precedes ? BOTH_REVERSED : FIRST_REVERSED);
    }
    if (has_previous && !is_fixed(e.city, previous)) {
        offer(node.y, of_f.z, e.added + of_f.w, code + 1u, precedes ? w : x, y - 1u,
            precedes ? EXCHANGED : SECOND_REVERSED);
    }
}

// try_third tries the j-th third edge of a node. It returns false if there is no such edge or if
// the edge is too long for a gain. All further edges of a list are then too long, too.
bool try_third(uvec2 node, uint j) {
    Third e;
    if (uses(MOVE_TYPE_THREE_OPT)) {
        e = third_in_list(node, j);
    } else {
        e = third_at_segment(node, j);
    }
    if (e.may_gain) {
        try_third_edge(node, e, node.x >> CITY_BITS << 8 | (2u * j + 1u));
    }
    return e.may_gain;
}
