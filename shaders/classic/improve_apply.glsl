// Applies the moves of a round. The includer has improve_tour.glsl, improve_move.glsl, and move_at,
// which returns the move of a city of the round.

// reverse_segments reverses the segments of moves that have to be reversed. With whole it then
// does so with the whole intervals, and stores the positions of all their cities. The pairs of
// cities of all moves are numbered together, so several short segments are reversed at the same
// time. All invocations call it.
void reverse_segments(uint chosen, bool whole, uint lane) {
    uint pair = lane;
    // Ends: a turn clears a bit of left, or makes pair larger, up to the pairs of a move.
    for (uint left = chosen; left != 0u;) {
        Move m = move_at(findLSB(left));
        uvec2 counts = uvec2(m.first, m.second);
        bool reverses_whole = m.kind != BOTH_REVERSED;
        if (whole) {
            counts = uvec2(m.first + m.second, 0u);
        } else if (m.kind == FIRST_REVERSED || m.kind == TWO) {
            counts.x = 0u;
        }
        if (m.kind == SECOND_REVERSED || m.kind == TWO) {
            counts.y = 0u;
        }
        uvec2 pairs = (counts + uint(whole)) / 2u; // a city in the middle has a position too
        if (pair >= pairs.x + pairs.y) {
            pair -= pairs.x + pairs.y;
            left &= left - 1u;
            continue;
        }
        bool in_first = pair < pairs.x;
        uint start = in_first ? m.start : wrapped(m.start + m.first), i = in_first ? pair : pair - pairs.x;
        uint from = wrapped(start + i), to = wrapped(start + (in_first ? counts.x : counts.y) - 1u - i);
        uint u = city_at(from), v = city_at(to);
        if (!whole || reverses_whole) {
            exchange_cities(from, to, u, v);
        }
        if (whole) {
            set_position(u, reverses_whole ? to : from);
            set_position(v, reverses_whole ? from : to);
        }
        pair += TOUR_INVOCATIONS;
    }
}

// apply_moves makes the selected moves. They do not touch each other. All invocations call it.
void apply_moves(uint chosen, uint lane) {
    reverse_segments(chosen, false, lane);
    sync_cities();
    reverse_segments(chosen, true, lane);
    sync_tour();
}
