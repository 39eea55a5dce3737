// The best move of a city, found by a subgroup. The Go reference, internal/reference/improve_best.go, has the rule and explains the cities a to f
// and the places x, w and y. The including shader has fixed_lists.glsl and the push constants cities and list_width.
layout(constant_id = 3) const uint NEIGHBOURS = 20; // cities of a list that are used
layout(constant_id = 4) const uint TEAMS = 1;       // subgroups that search; further ones do not
layout(constant_id = 5) const uint DIRECTIONS = 2;  // 1: asymmetric instance, only moves that reverse nothing
layout(constant_id = 6) const uint MOVE_TYPES = 1;  // bits of the move types

const uint MOVE_TYPE_TWO_OPT = 1, MOVE_TYPE_OR_OPT = 2, MOVE_TYPE_THREE_OPT = 4;
const uint MAX_SEGMENT_CITIES = 3; // longest segment that or-opt moves

// Among equal gains the move that the Go reference finds first wins. The code of a move has its order: the direction, the index of c in the
// list of b, whether d precedes c, and what follows. A node, a pair of c and d, has the first three in its high byte and d in the bits below.
const uint CITY_BITS = 24;

// The nodes of each team that may continue with a third edge, each with the length removed minus the length added so far.
shared uvec2 nodes[2 * GROUP_SIZE];
shared uint node_count[TEAMS];

// The best move that this invocation has found.
Move found;
uint found_code, found_p, found_q;

// The position of city b.
uint b_position;

bool uses(uint types) {
    return (MOVE_TYPES & types) != 0u;
}

uint place_of(uint city, bool backward) {
    uint position = position_of(city);
    uint ahead = backward ? b_position + cities - position : position + cities - b_position;
    return ahead > cities ? ahead - cities : ahead;
}

uint city_on(uint place, bool backward) {
    return city_at(wrapped(backward ? b_position + cities - place : b_position + place));
}

// offer replaces the best move by a better one. The gain of a move is taken + more - less.
void offer(uint taken, uint more, uint less, uint code, uint p, uint q, uint kind) {
    uint carry, borrow;
    uint low = usubBorrow(uaddCarry(taken, more, carry), less, borrow);
    uint value = carry > borrow ? ~0u : carry < borrow ? 0u : low;
    if (value > found.value || (value == found.value && value != 0u && code < found_code)) {
        found.value = value;
        found.gain_low = low;
        found.kind = kind;
        found_code = code;
        found_p = p;
        found_q = q;
    }
}

// distances_of returns the distances from a city to two others. A loop has the distance only once in the code, because it is large.
uvec2 distances_of(uint from, uint to, uint other) {
#ifdef COORDINATES
    uvec2 both = uvec2(0);
    for (uint i = 0u; i < 2u; i++) {
        both = uvec2(both.y, distance_of(from, i == 0u ? to : other));
    }
    return both;
#else
    return uvec2(distance_of(from, to), distance_of(from, other));
#endif
}

// try_third_edge offers the moves that join d with e, whose place is y: first those with f after e on the way, then those with f before e.
// It skips results that are no tour, and exchanges of two edges.
void try_third_edge(uint node, uint taken, uint y, uint e, uint added, uint code) {
    bool backward = (node >> 31) != 0u, precedes = (node >> CITY_BITS & 1u) != 0u;
    uint w = place_of(bitfieldExtract(node, 0, int(CITY_BITS)), backward);
    uint x = precedes ? w + 1u : w - 1u;
    uint a = city_on(1u, backward);
    for (uint way = 0u; way < 2u; way++) {
        bool beyond = way == 0u;
        uint p = precedes ? w : beyond ? y : x;
        uint q = beyond ? (precedes ? y : x) : y - 1u;
        uint kind = precedes ? (beyond ? BOTH_REVERSED : EXCHANGED) : beyond ? FIRST_REVERSED : SECOND_REVERSED;
        bool is_valid = precedes ? y > x : beyond ? y > 1u && y < x : y > w + 1u;
        if (kind == BOTH_REVERSED) {
            is_valid = is_valid && uses(MOVE_TYPE_THREE_OPT) && DIRECTIONS == 2u && y < cities - 1u;
        }
        if (is_valid) {
            uint f = city_on(beyond ? y + 1u : y - 1u, backward);
            if (is_fixed(e, f)) {
                continue;
            }
            uvec2 of_f = distances_of(f, e, a);
            offer(taken, of_f.x, added + of_f.y, code + way, p, q, kind);
        }
    }
}

// try_closings offers the moves where the places of c and d are x and w.
void try_closings(uint node, uint x, uint w, uint c, uint taken) {
    bool backward = (node >> 31) != 0u;
    uint d = city_on(w, backward);
    if (is_fixed(c, d)) {
        return;
    }
    uvec2 of_d = distances_of(d, c, city_on(1u, backward));
    taken += of_d.x;
    if (uses(MOVE_TYPE_TWO_OPT) && w > x) {
        offer(taken, 0u, of_d.y, node >> CITY_BITS << 8, x, cities, TWO);
    }
    if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
        nodes[2u * width * subgroup_index + atomicAdd(node_count[subgroup_index], 1u)] = uvec2(node | d, taken);
    }
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
    e.may_gain = e.added < node.y;
    if (e.may_gain) {
        e.city = neighbours[entry];
        e.place = place_of(e.city, (node.x >> 31) != 0u);
    }
    return e;
}

// third_at_segment returns the other end of a segment of at most three cities that ends with b, or the city after one that begins with c.
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

// try_third_edges continues from the nodes of the subgroup, with the first entries of all lists first. Lists ascend: when no node gains at an
// index, none gains at a later one.
void try_third_edges() {
    uint count = node_count[subgroup_index], each = uses(MOVE_TYPE_THREE_OPT) ? NEIGHBOURS : 2u * MAX_SEGMENT_CITIES;
    if (count == 0u) {
        return;
    }
    uint own = subgroup_lane % count, j = subgroup_lane / count;
    for (uint base = 0u; base < count * each; base += width) {
        bool may_gain = false;
        if (j < each) {
            uvec2 node = nodes[2u * width * subgroup_index + own];
            Third e;
            if (uses(MOVE_TYPE_THREE_OPT)) {
                e = third_in_list(node, j);
            } else {
                e = third_at_segment(node, j);
            }
            may_gain = e.may_gain;
            if (may_gain) {
                try_third_edge(node.x, node.y, e.place, e.city, e.added, node.x >> CITY_BITS << 8 | (2u * j + 1u));
            }
        }
        if (uses(MOVE_TYPE_THREE_OPT) && count <= width && subgroup_max(uint(may_gain)) == 0u) {
            break;
        }
        own += width % count;
        j += width / count;
        if (own >= count) {
            own -= count;
            j++;
        }
    }
}

// best_move returns true in one invocation, whose found is the best move of the city. All invocations of a subgroup call it.
bool best_move(uint b) {
    b_position = position_of(b);
    found.value = 0u;
    found_code = ~0u;
    for (uint base = 0u; base < DIRECTIONS * NEIGHBOURS; base += width) {
        uint item = base + subgroup_lane, k = item / DIRECTIONS;
        bool backward = item % DIRECTIONS != 0u;
        bool nearer = false;
        uint c, taken;
        if (k < NEIGHBOURS) {
            uint edge = distance_of(b, city_on(1u, backward));
            uint added = neighbour_distances[b * list_width + k];
            c = neighbours[b * list_width + k];
            taken = edge - added;
            nearer = added < edge && !is_fixed(b, city_on(1u, backward));
        }
        if (subgroup_elect()) {
            node_count[subgroup_index] = 0u;
        }
        subgroup_barrier();
        if (nearer) {
            uint x = place_of(c, backward);
            for (uint precedes = DIRECTIONS == 2u && x + 1u < cities ? 0u : 1u; precedes < 2u; precedes++) {
                uint node = uint(backward) << 31 | k << (CITY_BITS + 1u) | precedes << CITY_BITS;
                try_closings(node, x, precedes == 0u ? x + 1u : x - 1u, c, taken);
            }
        }
        subgroup_barrier();
        if (uses(MOVE_TYPE_OR_OPT | MOVE_TYPE_THREE_OPT)) {
            try_third_edges();
        }
        if (subgroup_max(nearer ? item + DIRECTIONS : 0u) < base + width) {
            break; // all further cities of both lists are too far away
        }
        subgroup_barrier();
    }
    uint best = subgroup_max(found.value);
    uint code = subgroup_min(found.value == best ? found_code : ~0u);
    bool chosen = best == 0u ? subgroup_elect() : found.value == best && found_code == code;
    if (chosen && best != 0u) {
        set_parts(found, b_position, (code >> 15) != 0u, found_p, found_q, found.kind);
    }
    return chosen;
}
