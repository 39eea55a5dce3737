// An ant's tour as pieces of the shared tour, and moves on it. A position is an index in the
// shared tour, a place an index in the ant's tour. Pieces are numbered in the order of their
// positions, so the piece of a position is found with few reads. Their ranks are in the order of
// their places. Go reference: aco/merged/reference/ant_tour.go. The includer has change.glsl,
// team.glsl and the push constant places.
const uint LOWS = MAX_PIECES + 1u;
// By piece: its smallest position; after the last piece: the number of places.
shared uint lows[ANTS * LOWS];
shared uint starts[ANTS * MAX_PIECES]; // by piece: its first place
// By piece: its rank; in the lowest bit, whether it is reversed.
shared uint ranks[ANTS * MAX_PIECES];
// By rank: its number; in the lowest bit, whether it is reversed.
shared uint order[ANTS * MAX_PIECES];

// Words of ranks and order are masked when they are read, and place_piece masks its indices. So
// wrong data on a device, such as a tour that has a city twice, does not lead to an index beyond
// these arrays.
const uint ENTRY_BITS = 2u * MAX_PIECES - 1u;

uint lows_at;   // where the team begins in lows
uint pieces_at; // where it begins in starts, ranks and order
uint pieces;    // number of the ant's pieces

// A Location is the piece that contains a position.
struct Location {
    uint piece, low, high, start, rank;
    bool reversed;
};

// begins_after returns -1, as an unsigned number, if the piece at an index of lows begins after a
// position, otherwise 0. Positions are below 2³¹, so the sign bit of the difference tells.
// Nvidia's compiler makes a longer chain of operations from comparisons that are added.
uint begins_after(uint at, uint position) { return uint(int(position - lows[at]) >> 31); }

// locate narrows the search to WIDE_STEP pieces, to NARROW_STEP, and to one.
Location locate(uint position) {
    const uint WIDE_STEP = 16u, NARROW_STEP = 4u;
    uint at = lows_at;
    if (pieces > WIDE_STEP) {
        at += WIDE_STEP *
            (3u + begins_after(at + WIDE_STEP, position) + begins_after(at + 2u * WIDE_STEP, position) +
                begins_after(at + 3u * WIDE_STEP, position));
    }
    at += NARROW_STEP *
        (3u + begins_after(at + NARROW_STEP, position) + begins_after(at + 2u * NARROW_STEP, position) +
            begins_after(at + 3u * NARROW_STEP, position));
    at += 3u + begins_after(at + 1u, position) + begins_after(at + 2u, position) + begins_after(at + 3u, position);
    uint piece = at - lows_at;
    uint rank = ranks[pieces_at + piece] & ENTRY_BITS;
    return Location(piece, lows[at], lows[at + 1u] - 1u, starts[pieces_at + piece], rank >> 1u, (rank & 1u) != 0u);
}

uint place_in(Location s, uint position) {
    return s.start + select(s.reversed, s.high - position, position - s.low);
}

// next_of returns the next position in the ant's tour, or the previous one. It reads the adjacent
// piece even if the position is not at the end of its own: in most subgroups some invocation
// needs it, and a branch takes longer than the reads.
uint next_of(Location s, uint position, bool forward) {
    bool up = forward != s.reversed;
    uint rank = s.rank + select(forward, 1u, pieces - 1u);
    uint entry = order[pieces_at + select(rank >= pieces, rank - pieces, rank)] & ENTRY_BITS;
    uint piece = lows_at + (entry >> 1u);
    // 1: the adjacent piece is entered at its highest position.
    uint enters_high = uint(((entry & 1u) != 0u) == forward);
    uint adjacent = lows[piece + enters_high] - enters_high;
    return select(position == select(up, s.high, s.low), adjacent, select(up, position + 1u, position - 1u));
}

// place_piece writes a piece; one invocation calls it.
void place_piece(uint piece, uint low, uint start, uint rank, uint reversed) {
    piece &= MAX_PIECES - 1u;
    rank &= MAX_PIECES - 1u;
    lows[lows_at + piece] = low;
    starts[pieces_at + piece] = start;
    ranks[pieces_at + piece] = rank << 1u | reversed;
    order[pieces_at + rank] = piece << 1u | reversed;
}

// clear_pieces makes all pieces begin after the last place.
void clear_pieces() {
    for (uint i = member; i < LOWS; i += TEAM) {
        lows[lows_at + i] = places;
    }
    sync_subgroup();
}

// unchanged returns whether the ant's tour is the shared one.
bool unchanged() {
    bool same = true;
    for (uint i = member; i < pieces; i += TEAM) {
        uint rank = ranks[pieces_at + i];
        same = same && rank >> 1u == i && ((rank & 1u) == 0u || lows[lows_at + i] + 1u == lows[lows_at + i + 1u]);
    }
    return team_ballot(!same) == 0u;
}

// A move reverses or swaps two adjacent segments of places. Where a segment begins or ends within
// a piece, it splits the piece. Three has one number each for the cuts a, b and c.
struct Three {
    uint a, b, c;
};

// A Cut is the place at which a segment begins, and the rank of its piece. It divides the piece
// into two parts: low is the smallest position of the upper part, or NO_CUT if a piece begins at
// the place.
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

// cut_from returns the cut of another invocation of the subgroup.
Cut cut_from(Cut own_cut, uint from) {
    return Cut(subgroup_shuffle(own_cut.place, from), subgroup_shuffle(own_cut.low, from),
        subgroup_shuffle(own_cut.rank, from));
}

struct Rearrangement {
    // Where the first segment, the second segment and the rest begin; in the order of places.
    Cut a, b, c;
    bool swap, reverse_1, reverse_2;
};

// inserted returns the number of new pieces that begin at or before a place.
uint inserted(Cut a, Cut b, Cut c, uint place) {
    return uint(a.low != NO_CUT && a.place <= place) + uint(b.low != NO_CUT && b.place <= place) +
        uint(c.low != NO_CUT && c.place <= place);
}

// cut_above returns where a cut divides a piece, if that is above a position, otherwise NO_CUT.
uint cut_above(Cut cut, uint position) { return select(cut.low > position, cut.low, NO_CUT); }

// new_start returns the new start of a range of places or ranks that begins at x. The range is in
// the first segment, a..b-1, or the second, b..c-1.
uint new_start(Rearrangement r, Three at, uint x, uint length, bool in_first) {
    uint low = select(in_first, at.a, at.b), high = select(in_first, at.b, at.c);
    uint base = select(r.swap, at.a + select(in_first, at.c - at.b, 0u), low);
    return base + select(select(in_first, r.reverse_1, r.reverse_2), high - (x + length), x - low);
}

// rearrange applies the move. All teams call it; those without a move pass moving = false.
void rearrange(Rearrangement r, bool moving) {
    Cut a = r.a, b = r.b, c = r.c;
    Three by_place = Three(a.place, b.place, c.place);
    Three by_rank = Three(
        a.rank + inserted(a, b, c, a.place), b.rank + inserted(a, b, c, b.place), c.rank + inserted(a, b, c, c.place));
    // In each turn a member moves one piece. The first three are the upper parts of the pieces
    // that the cuts divide; the old pieces follow.
    Cut cut = member == 0u ? a : member == 1u ? b : c;
    // The piece that a cut divides.
    uint divided = (order[pieces_at + select(moving, cut.rank, 0u)] & ENTRY_BITS) >> 1u;
    uint divided_low = lows[lows_at + divided], divided_end = lows[lows_at + divided + 1u];
    uint divided_start = starts[pieces_at + divided], divided_rank = ranks[pieces_at + divided];
    // New piece numbers are not below the old ones, so pieces are moved from the last one down,
    // and none is overwritten before it is read.
    uint turns = select(moving, (CUTS + pieces + TEAM - 1u) / TEAM, 0u);
    // Ends: turns count down to 0.
    for (uint turn = turns; subgroup_any(turn > 0u); turn -= uint(turn > 0u)) {
        uint element = (turn - 1u) * TEAM + member;
        bool is_upper = element < CUTS;
        bool own_turn = turn > 0u && select(is_upper, cut.low != NO_CUT, element - CUTS < pieces);
        uint piece = select(is_upper, divided, min(element - CUTS, MAX_PIECES - 1u));
        uint low = select(is_upper, divided_low, lows[lows_at + piece]);
        uint end = select(is_upper, divided_end, lows[lows_at + piece + 1u]);
        uint start = select(is_upper, divided_start, starts[pieces_at + piece]);
        uint rank = select(is_upper, divided_rank, ranks[pieces_at + piece]);
        sync_subgroup();
        uint part_low = select(is_upper, cut.low, low);
        uint part_end = min(min(end, cut_above(a, part_low)), min(cut_above(b, part_low), cut_above(c, part_low)));
        bool reversed = (rank & 1u) != 0u;
        uint from = start + select(reversed, end - part_end, part_low - low);
        uint number = piece + uint(a.low <= part_low) + uint(b.low <= part_low) + uint(c.low <= part_low);
        uint part_rank = (rank >> 1u) + inserted(a, b, c, from);
        bool in_first = from < b.place, moves = from >= a.place && from < c.place;
        uint part_start = select(moves, new_start(r, by_place, from, part_end - part_low, in_first), from);
        part_rank = select(moves, new_start(r, by_rank, part_rank, 1u, in_first), part_rank);
        if (own_turn) {
            place_piece(number, part_low, part_start, part_rank,
                uint(reversed != (moves && select(in_first, r.reverse_1, r.reverse_2))));
        }
        sync_subgroup();
    }
    if (moving) {
        pieces += uint(a.low != NO_CUT) + uint(b.low != NO_CUT) + uint(c.low != NO_CUT);
    }
}
