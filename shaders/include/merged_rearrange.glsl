// Applies a move to an ant's pieces: it reverses or swaps two adjacent segments of places, and splits the pieces in which they begin or end.
// Go reference: antTour.rearrange in aco/merged/reference/ant_tour.go. It needs merged_tour.glsl.
//
// Three has a number for each of the cuts a, b and c.
struct Three {
    uint a, b, c;
};

// A Cut is the place at which a segment begins, and the rank of its piece. low is the smallest position of the upper of the two parts into which
// it divides the piece, NO_CUT if a piece begins at the place already.
struct Cut {
    uint place, low, rank;
};

const uint NO_CUT = 0xFFFFFFFFu;
const uint CUTS = 3;

Cut cut_at(uint position) {
    Location s = locate(position);
    uint place = place_in(s, position);
    return Cut(place, select(place == s.start, NO_CUT, position + uint(s.reversed)), s.rank);
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

// cut_above returns where a cut divides a piece, if that is above a position, otherwise NO_CUT.
uint cut_above(Cut cut, uint position) { return select(cut.low > position, cut.low, NO_CUT); }

// moved returns the new start of a range of places or ranks that begins at x. The range is in the first segment, a..b-1, or the second,
// b..c-1.
uint moved(Rearrangement r, Three at, uint x, uint length, bool first) {
    uint low = select(first, at.a, at.b), high = select(first, at.b, at.c);
    uint base = select(r.swap, at.a + select(first, at.c - at.b, 0u), low);
    return base + select(select(first, r.reverse_1, r.reverse_2), high - (x + length), x - low);
}

// rearrange applies the move. All teams call it; those without a move pass moving = false.
void rearrange(Rearrangement r, bool moving) {
    Cut a = r.a, b = r.b, c = r.c;
    Three places = Three(a.place, b.place, c.place);
    Three by_rank = Three(
        a.rank + inserted(a, b, c, a.place), b.rank + inserted(a, b, c, b.place), c.rank + inserted(a, b, c, c.place));
    // In each turn a member moves one piece. The first three are the upper parts of the pieces that the cuts divide; the old pieces follow.
    Cut cut = member == 0u ? a : member == 1u ? b : c;
    uint divided = (order[own + select(moving, cut.rank, 0u)] & ENTRY_BITS) >> 1u; // the piece that a cut divides
    uint divided_low = lows[own_lows + divided], divided_end = lows[own_lows + divided + 1u];
    uint divided_start = starts[own + divided], divided_rank = ranks[own + divided];
    // New piece numbers are not below the old ones, so pieces are moved from the last one down, and none is overwritten before it is read.
    uint turns = select(moving, (CUTS + pieces + TEAM - 1u) / TEAM, 0u);
    // Ends: turns count down to 0.
    for (uint turn = turns; subgroup_any(turn > 0u); turn -= uint(turn > 0u)) {
        uint element = (turn - 1u) * TEAM + member;
        bool is_upper = element < CUTS, own_turn = turn > 0u && select(is_upper, cut.low != NO_CUT, element - CUTS < pieces);
        uint piece = select(is_upper, divided, min(element - CUTS, MAX_PIECES - 1u));
        uint low = select(is_upper, divided_low, lows[own_lows + piece]), end = select(is_upper, divided_end, lows[own_lows + piece + 1u]);
        uint start = select(is_upper, divided_start, starts[own + piece]), rank = select(is_upper, divided_rank, ranks[own + piece]);
        sync_subgroup();
        uint part_low = select(is_upper, cut.low, low);
        uint part_end = min(min(end, cut_above(a, part_low)), min(cut_above(b, part_low), cut_above(c, part_low)));
        bool reversed = (rank & 1u) != 0u;
        uint from = start + select(reversed, end - part_end, part_low - low);
        uint number = piece + uint(a.low <= part_low) + uint(b.low <= part_low) + uint(c.low <= part_low);
        uint part_rank = (rank >> 1u) + inserted(a, b, c, from);
        bool first = from < b.place, moves = from >= a.place && from < c.place;
        uint part_start = select(moves, moved(r, places, from, part_end - part_low, first), from);
        part_rank = select(moves, moved(r, by_rank, part_rank, 1u, first), part_rank);
        if (own_turn) {
            place_piece(number, part_low, part_start, part_rank, uint(reversed != (moves && select(first, r.reverse_1, r.reverse_2))));
        }
        sync_subgroup();
    }
    if (moving) {
        pieces += uint(a.low != NO_CUT) + uint(b.low != NO_CUT) + uint(c.low != NO_CUT);
    }
}
