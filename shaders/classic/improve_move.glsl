// Exchanges of two or three edges as reversals of intervals of positions. Go reference: aco/classic/reference/improve_move.go.
const uint BOTH_REVERSED = 0;
const uint SECOND_REVERSED = 1;
const uint FIRST_REVERSED = 2;
const uint EXCHANGED = 3;
const uint TWO = 4;

struct Move {
    uint value; // the gain, at most 2³² - 1; 0: there is no move
    uint gain_low;
    uint start, first, second; // start of the interval, lengths of its parts
    uint kind;
};

uint mirrored(uint kind) {
    return kind == SECOND_REVERSED || kind == FIRST_REVERSED ? 3u - kind : kind;
}

// set_parts sets the interval and the kind of a move. The way begins after the city at a position and ends with it; p and q divide it into
// three parts.
void set_parts(inout Move m, uint position, bool backward, uint p, uint q, uint kind) {
    uvec3 lengths = uvec3(p, q - p, cities - q);
    uint start = position + 1u;
    m.kind = kind;
    if (backward) {
        lengths = lengths.xzy;
        start = position + cities - p;
        m.kind = mirrored(kind);
    }
    for (uint turn = 0u; turn < 2u && lengths.x < max(lengths.y, lengths.z); turn++) {
        start += lengths.x;
        lengths = lengths.yzx;
        m.kind = m.kind < EXCHANGED ? (m.kind + 1u) % EXCHANGED : m.kind;
    }
    m.start = (start + lengths.x) % cities;
    m.first = lengths.y;
    m.second = lengths.z;
}

// touches returns whether the intervals of two moves have a common position, or are adjacent and so share an edge.
bool touches(Move m, Move other) {
    uint ahead = wrapped(other.start + cities - m.start);
    return ahead <= m.first + m.second || ahead + other.first + other.second >= cities;
}

// gain_of returns the gain as two words. It is below 2³³ - 1.
uvec2 gain_of(Move m) {
    return uvec2(m.gain_low, m.value != m.gain_low ? 1u : 0u);
}
