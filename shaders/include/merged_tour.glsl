// An ant's tour as pieces of the shared tour. A position is an index in the shared tour, a place one in the ant's tour. Pieces are numbered in
// the order of their positions, so the piece of a position is found with few reads. Their ranks are in the order of their places.
// Go reference: aco/merged/reference/ant_tour.go. It needs merged_team.glsl and the push constant places.
const uint LOWS = MAX_PIECES + 1u;
shared uint lows[ANTS * LOWS];         // by piece: its smallest position; after the last piece: the number of places
shared uint starts[ANTS * MAX_PIECES]; // by piece: its first place
shared uint ranks[ANTS * MAX_PIECES];  // by piece: its rank; in the lowest bit, whether it is reversed
shared uint order[ANTS * MAX_PIECES];  // by rank: its number; in the lowest bit, whether it is reversed

// Words of ranks and order are masked when they are read, and place_piece masks its indices. So wrong data on a device, such as a tour that has a
// city twice, does not lead to an index beyond these arrays.
const uint ENTRY_BITS = 2u * MAX_PIECES - 1u;

uint own_lows, own; // where the team's elements begin
uint pieces;        // number of the ant's pieces

// A Location is the piece that contains a position.
struct Location {
    uint piece, low, high, start, rank;
    bool reversed;
};

// begins_after returns -1, as an unsigned number, if the piece at an index of lows begins after a position, otherwise 0. Positions are below 2³¹, so
// the sign bit of the difference tells. Nvidia's compiler makes a longer chain of operations from comparisons that are added.
uint begins_after(uint at, uint position) { return uint(int(position - lows[at]) >> 31); }

Location locate(uint position) {
    uint at = own_lows;
    if (pieces > 16u) {
        at += 16u * (3u + begins_after(at + 16u, position) + begins_after(at + 32u, position) + begins_after(at + 48u, position));
    }
    at += 4u * (3u + begins_after(at + 4u, position) + begins_after(at + 8u, position) + begins_after(at + 12u, position));
    at += 3u + begins_after(at + 1u, position) + begins_after(at + 2u, position) + begins_after(at + 3u, position);
    uint piece = at - own_lows;
    uint rank = ranks[own + piece] & ENTRY_BITS;
    return Location(piece, lows[at], lows[at + 1u] - 1u, starts[own + piece], rank >> 1u, (rank & 1u) != 0u);
}

uint place_in(Location s, uint position) {
    return s.start + select(s.reversed, s.high - position, position - s.low);
}

// next_of returns the next position in the ant's tour, or the previous one. It reads the adjacent piece even if the position is not at the end of its
// own: in most subgroups some invocation needs it, and a branch takes longer than the reads.
uint next_of(Location s, uint position, bool forward) {
    bool up = forward != s.reversed;
    uint rank = s.rank + select(forward, 1u, pieces - 1u);
    uint entry = order[own + select(rank >= pieces, rank - pieces, rank)] & ENTRY_BITS;
    uint piece = own_lows + (entry >> 1u);
    uint enters_high = uint(((entry & 1u) != 0u) == forward); // 1: the adjacent piece is entered at its highest position
    uint adjacent = lows[piece + enters_high] - enters_high;
    return select(position == select(up, s.high, s.low), adjacent, select(up, position + 1u, position - 1u));
}

// place_piece writes a piece; one invocation calls it.
void place_piece(uint piece, uint low, uint start, uint rank, uint reversed) {
    piece &= MAX_PIECES - 1u;
    rank &= MAX_PIECES - 1u;
    lows[own_lows + piece] = low;
    starts[own + piece] = start;
    ranks[own + piece] = rank << 1u | reversed;
    order[own + rank] = piece << 1u | reversed;
}

// clear_pieces makes all pieces begin after the last place.
void clear_pieces() {
    for (uint i = member; i < LOWS; i += TEAM) {
        lows[own_lows + i] = places;
    }
    sync_subgroup();
}

// unchanged returns whether the ant's tour is the shared one.
bool unchanged() {
    bool same = true;
    for (uint i = member; i < pieces; i += TEAM) {
        uint rank = ranks[own + i];
        same = same && rank >> 1u == i && ((rank & 1u) == 0u || lows[own_lows + i] + 1u == lows[own_lows + i + 1u]);
    }
    return team_ballot(!same) == 0u;
}
