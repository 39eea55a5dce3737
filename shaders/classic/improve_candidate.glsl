// The best move that an invocation has found, as a candidate for the best one of a city. The including shader has improve_move.glsl.
struct Candidate {
    uint value, gain_low, kind; // as in Move
    uint code;                  // its place in the order of the Go reference; of equal gains the smallest code wins
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

// has_best returns true in one invocation, which has the best candidate of the subgroup. All invocations of a subgroup call it. Codes differ.
// The last test does not repeat the first one: Nvidia's compiler in driver 580.159.04 otherwise loses a predicate.
bool has_best() {
    uint value = subgroup_max(best.value), own = best.value == value ? best.code : ~0u, code = subgroup_min(own);
    return value == 0u ? subgroup_elect() : own == code;
}

// move_of returns the move of a candidate of the city at a position.
Move move_of(Candidate c, uint position) {
    Move m;
    m.value = c.value;
    m.gain_low = c.gain_low;
    set_parts(m, position, (c.code >> 15) != 0u, c.p, c.q, c.kind);
    return m;
}
