// The positions of a colony's closed tour: their neighbours, and the blocks of positions that ants
// claim. Go reference: aco/merged/model/change.go.
// The includer has change.glsl and the push constant places.
uint after(uint position) { return position + 1u < places ? position + 1u : 0u; }
uint before(uint position) { return (position > 0u ? position : places) - 1u; }

// first_block returns the first claim of a class within a colony's iteration; for CLASS_LONG the
// number of claims.
uint first_block(uint size_class) {
    uint begin = 0u;
    for (uint shorter = 0u; shorter < size_class; shorter++) {
        begin += (places >> block_shift(shorter)) + 1u;
    }
    return begin;
}

// claims_of returns the first claim of a colony's iteration. The claims of two iterations
// alternate.
uint claims_of(uint colony, uint iteration) { return (2u * colony + (iteration & 1u)) * first_block(CLASS_LONG); }
