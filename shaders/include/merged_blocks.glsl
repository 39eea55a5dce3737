// Layout of the buffer claims: claims on blocks of tour positions. Go reference: Blocks in aco/merged/model/words.go. It needs merged.glsl, and the
// including shader has the push constant places.

// first_block returns where the claims of a class begin among those of a colony's iteration; of CLASS_LONG, how many there are.
uint first_block(uint size_class) {
    uint begin = 0u;
    for (uint shorter = 0u; shorter < size_class; shorter++) {
        begin += (places >> block_shift(shorter)) + 1u;
    }
    return begin;
}

// claims_of returns where the claims of a colony's iteration begin.
uint claims_of(uint colony, uint iteration) { return (2u * colony + (iteration & 1u)) * first_block(CLASS_LONG); }
