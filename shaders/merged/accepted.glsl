// Accepted changes by the blocks that they have claimed. Go reference:
// aco/merged/reference/change.go. The includer has change.glsl with HEADERS_BINDING,
// positions.glsl, the push constant ants and the buffer claims.

// accepted_at returns the accepted change of a class that has claimed the block of a position, ~0
// if there is none. claims_at is the first claim of the colony's iteration.
uint accepted_at(uint position, uint size_class, uint claims_at, uint colony) {
    uint key = claims[claims_at + first_block(size_class) + (position >> block_shift(size_class))];
    uint change = colony * ants + (key & (1u << ant_bits(ants)) - 1u);
    return key != 0u && headers[change].accepted != 0u ? change : ~0u;
}

// covered returns whether a cut is within an accepted change of a class below a limit, or right
// after it.
bool covered(uint cut, uint limit, uint claims_at, uint colony) {
    for (uint size_class = 0u; size_class < limit; size_class++) {
        uint change = accepted_at(cut, size_class, claims_at, colony);
        if (change != ~0u && (in_interval(cut, change) || cut == after(headers[change].high))) {
            return true;
        }
    }
    return false;
}
