// The best move of a city, which a subgroup looks for. Go twin: aco/reference/improve_best.go, which tells the rule and what
// b, a, c, d, e, f and x, w, y are. The including shader has the push constants cities and list_width.
layout(constant_id = 3) const uint NEIGHBOURS = 20; // of a city's list
layout(constant_id = 4) const uint TEAMS = 1;       // subgroups that look; those beyond do not
layout(constant_id = 5) const uint DIRECTIONS = 2;  // 1: asymmetric; only moves that reverse nothing are made
layout(constant_id = 6) const uint EXCHANGES = 1;   // what there are

const uint EXCHANGES_TWO = 1, EXCHANGES_SEGMENTS = 2, EXCHANGES_THREE = 4;
const uint SEGMENT = 3; // the most cities that or-opt moves together

// A tie goes to the move that the twin finds first: by the way, the place of c in the list of b, whether d precedes c, and what
// follows. The node of c and d has the first three in its high byte and d below it.
const uint CITY_BITS = 24;

// Of each team: what of the pairs of c and d may go on to e, and what was taken less added there.
shared uvec2 nodes[2 * GROUP_SIZE];
shared uint node_count[TEAMS];

uint width; // invocations of the subgroup: where its size cannot be required, gl_SubgroupSize may be larger

// What an invocation has found.
Move found;
uint found_code, found_p, found_q;

// The city b: its position.
uint at;

bool makes(uint exchanges) {
    return (EXCHANGES & exchanges) != 0u;
}

uint place_of(uint city, bool backward) {
    uint position = position_of(city);
    uint ahead = backward ? at + cities - position : position + cities - at;
    return ahead > cities ? ahead - cities : ahead;
}

uint city_on(uint place, bool backward) {
    return city_at(wrapped(backward ? at + cities - place : at + place));
}

// offer keeps a move if it is better than the one before: taken and more are taken, less is added.
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

// offer_joined offers the move that joins d with e and ends with f.
void offer_joined(uint taken, uint added, uint e, uint f, uint a, uint code, uint p, uint q, uint kind) {
    offer(taken, distance_of(f, e), added + distance_of(f, a), code, p, q, kind);
}

// join looks at the moves that join d with e, whose place is y.
void join(uint node, uint taken, uint y, uint e, uint added, uint code) {
    bool backward = (node >> 31) != 0u, precedes = (node >> CITY_BITS & 1u) != 0u;
    uint w = place_of(bitfieldExtract(node, 0, int(CITY_BITS)), backward);
    uint x = precedes ? w + 1u : w - 1u;
    uint a = city_on(1u, backward);
    if (precedes && y > x) {
        if (makes(EXCHANGES_THREE) && DIRECTIONS == 2u && y < cities - 1u) {
            offer_joined(taken, added, e, city_on(y + 1u, backward), a, code, w, y, BOTH_REVERSED);
        }
        offer_joined(taken, added, e, city_on(y - 1u, backward), a, code + 1u, w, y - 1u, EXCHANGED);
    } else if (!precedes && y < x && y > 1u) {
        offer_joined(taken, added, e, city_on(y + 1u, backward), a, code, y, x, FIRST_REVERSED);
    } else if (!precedes && y > w + 1u) {
        offer_joined(taken, added, e, city_on(y - 1u, backward), a, code, x, y - 1u, SECOND_REVERSED);
    }
}

// look_at looks at the moves where the places of c and d are x and w.
void look_at(uint node, uint x, uint w, uint c, uint taken) {
    bool backward = (node >> 31) != 0u;
    uint d = city_on(w, backward);
    taken += distance_of(d, c);
    if (makes(EXCHANGES_TWO) && w > x) {
        offer(taken, 0u, distance_of(d, city_on(1u, backward)), node >> CITY_BITS << 8, x, cities, TWO);
    }
    if (makes(EXCHANGES_SEGMENTS | EXCHANGES_THREE)) {
        nodes[2u * width * gl_SubgroupID + atomicAdd(node_count[gl_SubgroupID], 1u)] = uvec2(node | d, taken);
    }
}

// join_listed joins d with the j-th city of its list. It returns whether that may pay, as it then may with the next one.
bool join_listed(uvec2 node, uint j) {
    uint entry = bitfieldExtract(node.x, 0, int(CITY_BITS)) * list_width + j;
    uint added = neighbour_distances[entry];
    if (added >= node.y) {
        return false;
    }
    uint e = neighbours[entry];
    join(node.x, node.y, place_of(e, (node.x >> 31) != 0u), e, added, node.x >> CITY_BITS << 8 | (2u * j + 1u));
    return true;
}

// join_segment joins d with the other end of a segment: of one of up to three cities that ends with b, or that begins with c.
void join_segment(uvec2 node, uint j) {
    bool backward = (node.x >> 31) != 0u, precedes = (node.x >> CITY_BITS & 1u) != 0u;
    uint d = bitfieldExtract(node.x, 0, int(CITY_BITS)), w = place_of(d, backward);
    uint y = cities - j;
    if (j >= SEGMENT) {
        uint beyond = j - SEGMENT + 2u; // of d
        y = precedes ? w + beyond : w - min(beyond, w);
    }
    if (y > 0u && y <= cities) {
        uint e = city_on(y, backward);
        join(node.x, node.y, y, e, distance_of(d, e), node.x >> CITY_BITS << 8 | (j + 1u));
    }
}

// look_further goes on from the nodes of the subgroup. The first of their lists come first: lists ascend, and where all nodes fail
// at once, the rest does.
void look_further() {
    uint count = node_count[gl_SubgroupID], each = makes(EXCHANGES_THREE) ? NEIGHBOURS : 2u * SEGMENT;
    if (count == 0u) {
        return;
    }
    uint own = gl_SubgroupInvocationID % count, j = gl_SubgroupInvocationID / count;
    for (uint base = 0u; base < count * each; base += width) {
        bool more = false;
        if (j < each) {
            uvec2 node = nodes[2u * width * gl_SubgroupID + own];
            if (makes(EXCHANGES_THREE)) {
                more = join_listed(node, j);
            } else {
                join_segment(node, j);
            }
        }
        if (makes(EXCHANGES_THREE) && count <= width && subgroupMax(uint(more)) == 0u) {
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

void meet() {
    subgroupMemoryBarrierShared();
    subgroupBarrier();
}

// best_move returns the best move of a city to one of the invocations, and says to which. All invocations of a subgroup call it.
bool best_move(uint b) {
    at = position_of(b);
    found.value = 0u;
    found_code = ~0u;
    for (uint base = 0u; base < DIRECTIONS * NEIGHBOURS; base += width) {
        uint item = base + gl_SubgroupInvocationID, k = item / DIRECTIONS;
        bool backward = item % DIRECTIONS != 0u;
        bool nearer = false;
        uint c, taken;
        if (k < NEIGHBOURS) {
            uint edge = distance_of(b, city_on(1u, backward));
            uint added = neighbour_distances[b * list_width + k];
            c = neighbours[b * list_width + k];
            taken = edge - added;
            nearer = added < edge;
        }
        if (subgroupElect()) {
            node_count[gl_SubgroupID] = 0u;
        }
        meet();
        if (nearer) {
            uint x = place_of(c, backward), node = uint(backward) << 31 | k << (CITY_BITS + 1u);
            if (DIRECTIONS == 2u && x + 1u < cities) {
                look_at(node, x, x + 1u, c, taken);
            }
            look_at(node | 1u << CITY_BITS, x, x - 1u, c, taken);
        }
        meet();
        if (makes(EXCHANGES_SEGMENTS | EXCHANGES_THREE)) {
            look_further();
        }
        if (subgroupMax(nearer ? item + DIRECTIONS : 0u) < base + width) {
            break; // all further ones of both lists are too far
        }
        meet();
    }
    uint best = subgroupMax(found.value);
    uint code = subgroupMin(found.value == best ? found_code : ~0u);
    bool chosen = best == 0u ? subgroupElect() : found.value == best && found_code == code;
    if (chosen && best != 0u) {
        set_parts(found, at, (code >> 15) != 0u, found_p, found_q, found.kind);
    }
    return chosen;
}
