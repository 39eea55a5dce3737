// Submits an ant's change to the merge. Go reference: aco/merged/reference/submit.go. The
// includer has tour.glsl, move.glsl and the buffers headers, change_pieces, claims, long_changes,
// state and thresholds.

const uint THRESHOLD_WORDS = 1024;

// threshold returns the smallest loss that the annealing rule refuses.
int threshold(uint word) {
    uint high, low;
    umulExtended(thresholds[word % THRESHOLD_WORDS], temperature, high, low);
    return int(low >> 24u | high << 8u);
}

// write_moved writes the ant's pieces without those that have not moved, at the beginning and at
// the end. It joins adjacent pieces that are contiguous in the shared tour. One invocation calls
// it.
Header write_moved(uint to, int gain) {
    Header h = Header(gain, 0u, 0u, 0u, CLASS_NONE, 0u, 0u, 0u);
    uint run_first = 0u, run_last = 0u, run_start = 0u; // of the current run of joined pieces
    bool run_reversed = false;
    uint start = 0u;
    for (uint rank = 0u; rank < pieces; rank++) {
        uint entry = order[pieces_at + rank] & ENTRY_BITS;
        uint low = lows[lows_at + (entry >> 1u)], high = lows[lows_at + (entry >> 1u) + 1u] - 1u;
        bool reversed = (entry & 1u) != 0u, single = low == high, alone = run_first == run_last;
        uint first = reversed ? high : low, last = reversed ? low : high;
        bool up = first == run_last + 1u && (alone || !run_reversed) && (single || !reversed);
        bool down = first + 1u == run_last && (alone || run_reversed) && (single || reversed);
        if (rank > 0u && (up || down)) {
            run_reversed = down;
        } else {
            if (rank > 0u) {
                if (run_start == 0u && run_first == 0u && !run_reversed) {
                    h.low = start;
                } else {
                    change_pieces[to + h.pieces] = uvec2(run_start, run_first << 1u | uint(run_reversed));
                    h.pieces++;
                }
            }
            run_first = first;
            run_start = start;
            run_reversed = reversed && !single;
        }
        run_last = last;
        start += high - low + 1u;
    }
    h.high = run_first - 1u; // the last run has the last position, which never moves
    h.size_class = class_of(h.high - h.low + 2u);
    if (h.size_class == CLASS_LONG && gain < 0) {
        h.size_class = CLASS_NONE; // it would exclude too many other changes
    }
    return h;
}

// submit submits the change if the annealing rule accepts it, and claims its blocks.
void submit(bool working, uint colony, uint ant, int gain, bool undone, uint word, uint tour_half) {
    uint id = colony * ants + ant;
    bool wanted = !undone && (gain > 0 || gain < 0 && -gain < threshold(word));
    if (working && member == 0u) {
        Header h = Header(0, 0u, 0u, 0u, CLASS_NONE, 0u, 0u, 0u);
        if (wanted) {
            h = write_moved(id * MAX_PIECES, gain);
        }
        headers[id] = h;
        chosen[slot * CHOSEN] = h.low;
        chosen[slot * CHOSEN + 1u] = h.high;
        chosen[slot * CHOSEN + 2u] = h.size_class;
        if (h.size_class != CLASS_NONE) {
            atomicAdd(state[colony].submitted, 1u);
        }
        if (h.size_class == CLASS_LONG) {
            atomicAdd(state[colony].long_submitted, 1u);
            long_changes[colony * ants + atomicAdd(state[colony].long_changes, 1u)] = ant;
        }
    }
    sync_subgroup();
    uint size_class = chosen[slot * CHOSEN + 2u];
    if (!working || size_class >= CLASS_LONG) {
        return;
    }
    uint shift = block_shift(size_class), key = key_of(gain, ant, ants, gain_shift);
    uint section = (2u * colony + tour_half) * claim_words;
    for (uint before = 0u; before < size_class; before++) {
        section += (places >> block_shift(before)) + 1u;
    }
    uint last = (chosen[slot * CHOSEN + 1u] + 1u) >> shift;
    for (uint block = (chosen[slot * CHOSEN] >> shift) + member; block <= last; block += TEAM) {
        atomicMax(claims[section + block], key);
    }
}
