// The changes that ants have submitted, numbered over all colonies, and their cuts: the places before which a change may remove an edge of the
// shared tour. Go references: aco/merged/model/change.go and aco/merged/reference/change.go. The including shader has merged.glsl and merged_places.glsl.
layout(set = 0, binding = HEADERS_BINDING, std430) HEADERS_ACCESS buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = PIECES_BINDING, std430) readonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };

bool in_interval(uint place, uint change) { return headers[change].low <= place && place <= headers[change].high; }

// last_cut returns the number of the last cut of a change. The first is 0.
uint last_cut(uint change) { return min(headers[change].pieces, MAX_PIECES); }

// places_of returns the number of places of a piece.
uint places_of(uint change, uint piece) {
    uint at = change * MAX_PIECES + piece;
    uint end = piece + 1u < headers[change].pieces ? change_pieces[at + 1u].x : headers[change].high + 1u;
    return end - change_pieces[at].x;
}

// cut_of returns the lowest place of a piece; for the number of pieces, the place after the interval.
uint cut_of(uint change, uint piece) {
    if (piece == headers[change].pieces) {
        return after(headers[change].high);
    }
    uint at = change * MAX_PIECES + piece;
    uint cut = change_pieces[at].y >> 1;
    if ((change_pieces[at].y & 1u) != 0u) { // reversed: the word has the highest place
        cut -= places_of(change, piece) - 1u;
    }
    return cut;
}
