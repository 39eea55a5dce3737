// Accepted changes by the blocks that they have claimed. Go reference:
// aco/merged/reference/change.go. The includer has change.glsl with HEADERS_BINDING, places.glsl,
// the push constant ants and the buffer claims.

// accepted_at returns the accepted change of a class that has claimed the block of a place, ~0 if
// there is none. own is the first claim of the colony's iteration.
uint accepted_at(uint place, uint size_class, uint own, uint colony) {
    uint key = claims[own + first_block(size_class) + (place >> block_shift(size_class))];
    uint change = colony * ants + (key & 0xFFFFu);
    return key != 0u && headers[change].accepted != 0u ? change : ~0u;
}

// covered returns whether a cut is within an accepted change of a class below a limit, or right
// after it.
bool covered(uint cut, uint limit, uint own, uint colony) {
    for (uint size_class = 0u; size_class < limit; size_class++) {
        uint change = accepted_at(cut, size_class, own, colony);
        if (change != ~0u && (in_interval(cut, change) || cut == after(headers[change].high))) {
            return true;
        }
    }
    return false;
}
