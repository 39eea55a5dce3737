// The changes that ants have submitted, numbered over all colonies. Go reference: aco/merged/reference/change.go. The including shader has
// the buffer claims, the push constants places and ants, merged_blocks.glsl and merged_after.glsl.
layout(set = 0, binding = HEADERS_BINDING, std430) HEADERS_ACCESS buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = PIECES_BINDING, std430) readonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };

bool in_interval(uint place, uint change) { return headers[change].low <= place && place <= headers[change].high; }

// accepted_at returns the accepted change of a class that has claimed the block of a place, ~0 if there is none. own is the first claim of the
// colony's iteration.
uint accepted_at(uint place, uint size_class, uint own, uint colony) {
    uint key = claims[own + first_block(size_class) + (place >> block_shift(size_class))];
    uint change = colony * ants + (key & 0xFFFFu);
    return key != 0u && headers[change].accepted != 0u ? change : ~0u;
}
