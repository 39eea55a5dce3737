// Applies a move to an ant's pieces: it reverses or swaps two adjacent segments of places, and splits the pieces in which they begin or end.
// Go reference: antTour.rearrange in aco/merged/reference/ant_tour.go. It needs merged_tour.glsl.
//
// Three has a number for each of the cuts a, b and c.
struct Three {
    uint a, b, c;
};

// A Cut is the place at which a segment begins, and the rank of its piece. low is the smallest position of the piece that begins there after
// the split, NO_CUT if a piece begins there already.
struct Cut {
    uint place, low, rank;
};

const uint NO_CUT = 0xFFFFFFFFu;

Cut cut_at(uint position) {
    Location s = locate(position);
    uint place = place_in(s, position);
    return Cut(place, place == s.start ? NO_CUT : s.reversed ? position + 1u : position, s.rank);
}

// cut_of returns the cut of another invocation of the subgroup.
Cut cut_of(Cut own_cut, uint from) {
    return Cut(subgroup_shuffle(own_cut.place, from), subgroup_shuffle(own_cut.low, from), subgroup_shuffle(own_cut.rank, from));
}

struct Rearrangement {
    Cut a, b, c; // where the first segment, the second segment and the rest begin; in the order of places
    bool swap, reverse_1, reverse_2;
};

// inserted returns the number of new pieces that begin at or before a place.
uint inserted(Cut a, Cut b, Cut c, uint place) {
    return uint(a.low != NO_CUT && a.place <= place) + uint(b.low != NO_CUT && b.place <= place) + uint(c.low != NO_CUT && c.place <= place);
}

// moved returns the new start of a range of places or ranks that begins at x. The range is in the first segment, a..b-1, or the second,
// b..c-1.
uint moved(Rearrangement r, Three at, uint x, uint length, bool first) {
    if (first) {
        uint base = r.swap ? at.a + (at.c - at.b) : at.a;
        return r.reverse_1 ? base + at.b - (x + length) : base + x - at.a;
    }
    uint base = r.swap ? at.a : at.b;
    return r.reverse_2 ? base + at.c - (x + length) : base + x - at.b;
}

// rearrange applies the move. All teams call it; those without a move pass moving = false.
void rearrange(Rearrangement r, bool moving) {
    Cut a = r.a, b = r.b, c = r.c;
    Three places = Three(a.place, b.place, c.place);
    Three by_rank = Three(
        a.rank + inserted(a, b, c, a.place), b.rank + inserted(a, b, c, b.place), c.rank + inserted(a, b, c, c.place));
    uint turns = moving ? (pieces + TEAM - 1u) / TEAM : 0u;
    // New piece numbers are not below the old ones, so pieces are moved from the last one down, and none is overwritten before it is read.
    for (uint turn = turns; subgroup_any(turn > 0u); turn -= uint(turn > 0u)) {
        uint piece = (turn - 1u) * TEAM + member;
        bool own_turn = turn > 0u && piece < pieces;
        uint low, end, start, rank;
        if (own_turn) {
            low = lows[own_lows + piece];
            end = lows[own_lows + piece + 1u];
            start = starts[own + piece];
            rank = ranks[own + piece];
        }
        sync_subgroup();
        if (own_turn) {
            uint behind = start + (end - low);
            bool reversed = (rank & 1u) != 0u;
            uint from = start;
            [[dont_unroll]] for (uint part = 0u; part < 4u && from < behind; part++) {
                uint to = part == 0u ? a.place : part == 1u ? b.place : part == 2u ? c.place : behind;
                to = clamp(to, from, behind);
                if (to == from) {
                    continue;
                }
                uint length = to - from;
                uint part_low = reversed ? low + (behind - to) : low + (from - start);
                uint number = piece + uint(a.low <= part_low) + uint(b.low <= part_low) + uint(c.low <= part_low);
                uint part_rank = (rank >> 1u) + inserted(a, b, c, from);
                uint turned = rank & 1u;
                uint part_start = from;
                if (from >= a.place && from < c.place) {
                    bool first = from < b.place;
                    part_start = moved(r, places, from, length, first);
                    part_rank = moved(r, by_rank, part_rank, 1u, first);
                    turned ^= uint(first ? r.reverse_1 : r.reverse_2);
                }
                place_piece(number, part_low, part_start, part_rank, turned);
                from = to;
            }
        }
        sync_subgroup();
    }
    if (moving) {
        pieces += uint(a.low != NO_CUT) + uint(b.low != NO_CUT) + uint(c.low != NO_CUT);
    }
}
