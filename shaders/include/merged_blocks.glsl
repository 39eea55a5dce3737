// Layout of the buffer claims: claims on blocks of tour positions. Go reference: ClaimBlocks in aco/merged/model/words.go. It needs
// merged.glsl, and the including shader has the push constant places.

// first_block returns the first claim of a class within a colony's iteration; for CLASS_LONG the number of claims.
uint first_block(uint size_class) {
    uint begin = 0u;
    for (uint shorter = 0u; shorter < size_class; shorter++) {
        begin += (places >> block_shift(shorter)) + 1u;
    }
    return begin;
}

// claims_of returns the first claim of a colony's iteration. The claims of two iterations alternate.
uint claims_of(uint colony, uint iteration) { return (2u * colony + (iteration & 1u)) * first_block(CLASS_LONG); }
