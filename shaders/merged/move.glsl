// The best move from a city, among all sequential exchanges of two and three edges between
// candidates, in both directions. Go reference: aco/merged/reference/ant_move.go, which
// explains the cities t1 to t6 and the kinds. The includer has tour.glsl, candidates.glsl,
// points.glsl and the buffer positions.

// In this order: rearrangement_of compares kinds with <= and >=.
const uint TURN_A = 0;
const uint SWAP_TURN_B = 1;
const uint SWAP_TURN_A = 2;
const uint SWAP = 3;
const uint TURN_BOTH = 4;

// For each direction from t1, candidate of t2 and side of t3.
const uint OPENINGS = 4u * WIDTH;
shared uvec4 openings[ANTS * OPENINGS]; // t4's city, t3, t4, the gain without the closing edge
#ifdef LARGE
#define OFFSET uvec2 // the steps from t2 to t3, and the number of the opening
#define make_offset(steps, index) uvec2(steps, index)
#define steps_of(offset) offset.x
#define index_of(offset) offset.y
#else
#define OFFSET uint // the number of the opening in the lowest 6 bits: tours have up to 2²⁶ places
#define make_offset(steps, index) (steps << 6u | index)
#define steps_of(offset) (offset >> 6u)
#define index_of(offset) (offset & 63u)
#endif
shared OFFSET offsets[ANTS * OPENINGS];
const uint CHOSEN = 4;
// Of the best move: the opening, t5, t6 and the kind. Later, of the change that submit.glsl
// submits: low, high and the class.
shared uint chosen[ANTS * CHOSEN];

// Offer is the best move that an invocation has found.
struct Offer {
    int gain;
    uint number; // in the order of examination: among equal gains the smallest wins
    uint opening, t5, t6;
    uint kind;
};

#define NO_OFFER Offer(0, 0u, 0u, 0u, 0u, TURN_A)

struct Move {
    int gain;
    uint t2, t3, t4, t5, t6;
    uint kind;
    bool back; // t2 is before t1
};

// offer replaces the best move by a better one. A gain of 0 never replaces NO_OFFER.
void offer(inout Offer best, int gain, uint number, uint opening, uint t5, uint t6, uint kind) {
    if (gain > best.gain || gain == best.gain && number < best.number) {
        best = Offer(gain, number, opening, t5, t6, kind);
    }
}

// offset_from returns the number of steps from t2 to a place, in the direction away from t1.
uint offset_from(uint t1_place, uint place, bool back) {
    uint offset = select(back, t1_place - place, place - t1_place) - 1u;
    return select(int(offset) < 0, offset + places, offset);
}

// try_opening examines one choice of t2, t3 and t4. It returns false if the choice cannot gain;
// closed is the gain of closing it at once. Invocations without a gain take the same steps,
// because others of the subgroup have one: a branch for each reason takes longer. A candidate's
// distance is stored beside it, which saves loads.
bool try_opening(uint index, POINT city1, uint t1_place, uint t2, POINT city2, int removed,
    out uvec4 opening, out OFFSET offset, out int closed) {
    bool back = index >= 2u * WIDTH, beyond = (index & 1u) != 0u;
    uvec2 candidate = candidate_at(city2.x * WIDTH + (index >> 1u) - select(back, WIDTH, 0u));
    int gain = removed - int(candidate.y);
    uint t3 = positions[own_positions + candidate.x];
    POINT city3 = point_of(candidate.x);
    Location s = locate(t3);
    uint t4 = next_of(s, t3, beyond != back);
    POINT city4 = point_at(own_tour + t4);
    bool is_open = gain > 0 && candidate.x != city1.x && (beyond || t4 != t2) && !is_fixed(city3.x, city4.x);
    ivec2 lengths = distances_between(city3, city4, city4, city1, select(is_open, 2u - uint(beyond), 0u));
    gain += lengths.x;
    closed = select(beyond, 0, gain - lengths.y);
    offset = make_offset(offset_from(t1_place, place_in(s, t3), back), index);
    opening = uvec4(city4.x, t3, t4, uint(gain));
    return is_open;
}

// try_third offers the moves with one choice of t5, and its one or two choices of t6. Invocations
// without such a move offer a gain of 0: a branch for each reason takes longer, and keeps loads
// and distances of both choices from being under way at the same time.
void try_third(inout Offer best, uint at, uint k, bool wanted, POINT city1, uint t1_place) {
    uvec4 opening = openings[at];
    uvec2 candidate = candidate_at(opening.x * WIDTH + k);
    int gain = int(opening.w) - int(candidate.y);
    uint t5 = positions[own_positions + candidate.x];
    POINT city5 = point_of(candidate.x);
    OFFSET offset = offsets[at];
    uint index = index_of(offset), off3 = steps_of(offset);
    bool back = index >= 2u * WIDTH, beyond = (index & 1u) != 0u;
    Location s = locate(t5);
    uint off5 = offset_from(t1_place, place_in(s, t5), back);
    wanted = wanted && gain > 0 && t5 != opening.y && (!beyond || off5 < off3);
    // If t4 is beyond t3, the tour consists of two cycles, and t5 joins them with either of its
    // neighbours.
    uint kind = select(beyond, SWAP, select(off5 > off3, SWAP_TURN_B, SWAP_TURN_A));
    uint t6 = next_of(s, t5, (kind != SWAP_TURN_B) != back), other6 = next_of(s, t5, back);
    POINT city6 = point_at(own_tour + t6), other_city6 = point_at(own_tour + other6);
    bool joins = wanted && !(kind == SWAP_TURN_A && t6 == opening.z) && !is_fixed(city5.x, city6.x);
    bool joins_other = wanted && beyond && off5 > 0u && !is_fixed(city5.x, other_city6.x);
    ivec4 lengths =
        distances_through(city5, city6, city1, other_city6, select(joins_other, 4u, select(joins, 2u, 0u)));
    uint number = index * (2u * SECOND_WIDTH + 1u) + 1u + 2u * k;
    offer(best, select(joins, gain + lengths.x - lengths.y, 0), number, at, t5, t6, kind);
    offer(best, select(joins_other, gain + lengths.z - lengths.w, 0), number + 1u, at, t5, other6, TURN_BOTH);
}

// best_move returns the best move from t1, the same in all members of the team. Its gain is 0 if
// there is none, or if looking is false. found is whether any team of the subgroup has a move.
Move best_move(uint t1, bool looking, out bool found) {
    Offer best = NO_OFFER;
    POINT city1 = point_at(own_tour + t1);
    Location s = locate(t1);
    uint t1_place = place_in(s, t1);
    uint after = next_of(s, t1, true), before = next_of(s, t1, false);
    POINT city_after = point_at(own_tour + after), city_before = point_at(own_tour + before);
    ivec2 removed = distances_between(city1, city_after, city1, city_before, 2u);
    int removed_after = is_fixed(city1.x, city_after.x) ? 0 : removed.x;
    int removed_before = is_fixed(city1.x, city_before.x) ? 0 : removed.y;
    uint open_count = 0u;
    [[dont_unroll]] for (uint from = 0u; from < OPENINGS; from += TEAM) {
        uint index = min(from + member, OPENINGS - 1u);
        bool back = index >= 2u * WIDTH;
        uvec4 opening;
        OFFSET offset;
        int closed;
        bool can_gain = try_opening(
            index, city1, t1_place, back ? before : after, back ? city_before : city_after,
            back ? removed_before : removed_after, opening, offset, closed);
        bool is_open = can_gain && looking && from + member < OPENINGS;
        uint opened = team_ballot(is_open);
        if (is_open) {
            uint at = slot * OPENINGS + open_count + bitCount(opened & ((1u << member) - 1u));
            openings[at] = opening;
            offsets[at] = offset;
            offer(best, closed, index * (2u * SECOND_WIDTH + 1u), at, 0u, 0u, TURN_A);
        }
        open_count += bitCount(opened);
    }
    sync_subgroup();
    uint thirds = open_count * SECOND_WIDTH;
    [[dont_unroll]] for (uint from = 0u; from < thirds; from += TEAM) {
        uint i = min(from + member, thirds - 1u);
        try_third(best, slot * OPENINGS + i / SECOND_WIDTH, i % SECOND_WIDTH, from + member < thirds, city1, t1_place);
    }
    found = subgroup_any(best.gain > 0);
    if (!found) {
        return Move(0, 0u, 0u, 0u, 0u, 0u, TURN_A, false); // as in two of three searches
    }
    int gain = team_max(best.gain);
    uint winner = team_first(gain > 0 && best.gain == gain, best.number);
    uint at = slot * CHOSEN;
    if (winner == member) {
        chosen[at] = best.opening;
        chosen[at + 1u] = best.t5;
        chosen[at + 2u] = best.t6;
        chosen[at + 3u] = best.kind;
    }
    sync_subgroup();
    uint opening = gain > 0 ? chosen[at] : 0u;
    bool back = index_of(offsets[opening]) >= 2u * WIDTH;
    return Move(gain, back ? before : after, openings[opening].y, openings[opening].z,
        chosen[at + 1u], chosen[at + 2u], chosen[at + 3u], back);
}

// rearrangement_of returns the move as a rearrangement of segments. The segment with the last
// place remains unchanged, and the other two change. Go reference: move.on.
Rearrangement rearrangement_of(Move m, uint t1) {
    uint kind = m.kind;
    bool swap = kind >= SWAP_TURN_B && kind <= SWAP;
    bool turn_a = kind == TURN_A || kind == SWAP_TURN_A || kind == TURN_BOTH;
    bool turn_b = kind == SWAP_TURN_B || kind == TURN_BOTH;
    bool reverse_1 = select(m.back, turn_b, turn_a), reverse_2 = select(m.back, turn_a, turn_b);
    uint p1, p2, p3;
    if (m.back) {
        p1 = select(kind == SWAP_TURN_B, m.t6, select(kind >= SWAP, m.t3, m.t4));
        p2 = select(kind == SWAP_TURN_B, m.t4, select(kind == TURN_BOTH, m.t6, m.t5));
        p3 = t1;
    } else {
        p1 = m.t2;
        p2 = select(kind == SWAP_TURN_B, m.t3, select(kind == TURN_BOTH, m.t5, m.t6));
        p3 = select(kind == SWAP_TURN_B, m.t5, select(kind >= SWAP, m.t4, m.t3));
    }
    p2 = select(kind == TURN_A, p3, p2);
    // Three members look up one cut each.
    Cut own_cut = cut_at(select(member == 0u, p1, select(member == 1u, p2, p3)));
    uint base = lane - member;
    Cut x1 = cut_from(own_cut, base), x2 = cut_from(own_cut, base + 1u), x3 = cut_from(own_cut, base + 2u);
    if (kind == TURN_A) {
        bool in_order = x1.place < x3.place;
        // The end of the segment counts once.
        return in_order ? Rearrangement(x1, x3, Cut(x3.place, NO_CUT, x3.rank), false, true, false)
                        : Rearrangement(x3, x1, Cut(x1.place, NO_CUT, x1.rank), false, true, false);
    }
    if (x3.place > x1.place && x3.place > x2.place) {
        return Rearrangement(x1, x2, x3, swap, reverse_1, reverse_2);
    }
    if (x1.place > x2.place && x1.place > x3.place) {
        return Rearrangement(x2, x3, x1, swap != reverse_1, reverse_2 != reverse_1, reverse_1);
    }
    return Rearrangement(x3, x1, x2, swap != reverse_2, reverse_2, reverse_1 != reverse_2);
}
