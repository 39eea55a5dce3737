// Moves: exchanges of two or three edges as reversals of intervals of positions, and the best
// move that an invocation has found. Go reference: aco/classic/reference/improve_best.go. The
// includer has improve_tour.glsl and the push constant cities.
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

// set_parts sets the interval and the kind of a move. The way begins after the city at a position
// and ends with it; p and q divide it into three parts.
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

// touches returns whether the intervals of two moves have a common position, or are adjacent and
// so share an edge.
bool touches(Move m, Move other) {
    uint ahead = wrapped(other.start + cities - m.start);
    return ahead <= m.first + m.second || ahead + other.first + other.second >= cities;
}

// gain_of returns the gain as two words. It is below 2³³ - 1.
uvec2 gain_of(Move m) {
    return uvec2(m.gain_low, m.value != m.gain_low ? 1u : 0u);
}

// The best move that an invocation has found, as a candidate for the best one of a city.
struct Candidate {
    uint value, gain_low, kind; // as in Move
    // Its place in the order of the Go reference; of equal gains the smallest code wins.
    uint code;
    uint p, q;                  // for set_parts
};

const Candidate NO_CANDIDATE = Candidate(0u, 0u, 0u, ~0u, 0u, 0u);

Candidate best;

bool is_better(uint value, uint code) {
    return value > best.value || (value == best.value && value != 0u && code < best.code);
}

// offer replaces the best move by a better one. The gain of a move is taken + more - less.
void offer(uint taken, uint more, uint less, uint code, uint p, uint q, uint kind) {
    uint carry, borrow;
    uint low = usubBorrow(uaddCarry(taken, more, carry), less, borrow);
    uint value = carry > borrow ? ~0u : carry < borrow ? 0u : low;
    if (is_better(value, code)) {
        best = Candidate(value, low, kind, code, p, q);
    }
}

// move_of returns the move of a candidate of the city at a position.
Move move_of(Candidate c, uint position) {
    Move m;
    m.value = c.value;
    m.gain_low = c.gain_low;
    set_parts(m, position, (c.code >> 15) != 0u, c.p, c.q, c.kind);
    return m;
}
