// The cuts of a change: the places before which it may remove an edge of the shared tour. Go reference: aco/merged/reference/change.go. It
// needs merged_change.glsl.

// last_cut returns the number of the last cut of a change. The first is 0.
uint last_cut(uint change) { return min(headers[change].pieces, MAX_PIECES); }

// cut_of returns the lowest place of a piece; for the number of pieces, the place after the interval.
uint cut_of(uint change, uint piece) {
    uint count = headers[change].pieces;
    if (piece == count) {
        return after(headers[change].high);
    }
    uint at = change * MAX_PIECES + piece;
    uint cut = change_pieces[at].y >> 1;
    if ((change_pieces[at].y & 1u) != 0u) { // reversed: the word has the highest place
        uint end = piece + 1u < count ? change_pieces[at + 1u].x : headers[change].high + 1u;
        cut -= end - change_pieces[at].x - 1u;
    }
    return cut;
}

// covered returns whether a cut is within an accepted change of a class below a limit, or right after it.
bool covered(uint cut, uint limit, uint own, uint colony) {
    for (uint size_class = 0u; size_class < limit; size_class++) {
        uint change = accepted_at(cut, size_class, own, colony);
        if (change != ~0u && (in_interval(cut, change) || cut == after(headers[change].high))) {
            return true;
        }
    }
    return false;
}
