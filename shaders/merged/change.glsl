// The change that an ant submits: pieces of the shared tour in a new order. Changes have classes
// by the length of their interval. Go reference: aco/merged/model/change.go, which explains the
// terms.
const uint MAX_PIECES = 64;
const uint MAX_LONG = 256;
const uint CLASS_LONG = 3;
const uint CLASS_NONE = 0xFFFFFFFFu;
// Longest interval of each class below CLASS_LONG.
const uint SHORT_SPAN = 100, MIDDLE_SPAN = 1000, WIDE_SPAN = 16384;
// Binary logarithms of the positions per block.
const uint SHORT_BLOCK_SHIFT = 3, BLOCK_SHIFT_STEP = 2;
// A claim has the gain and, in the lowest bits, the ant. With up to 65,536 ants each has 16 bits.
// With more ants the gain has fewer bits.
const uint MIN_ANT_BITS = 16;
// Added to the gain in a claim, so that it is positive in 16 bits.
const uint CLAIM_OFFSET = 16384, MAX_CLAIM = 65535;

struct Header {
    int gain;
    uint pieces;
    uint low, high;
    uint size_class;
    uint accepted;
    uint unused_0, unused_1;
};

uint block_shift(uint size_class) { return SHORT_BLOCK_SHIFT + BLOCK_SHIFT_STEP * size_class; }

// class_of returns the class of an interval by its number of positions, including the position
// after it.
uint class_of(uint span) {
    return uint(span > SHORT_SPAN) + uint(span > MIDDLE_SPAN) + uint(span > WIDE_SPAN);
}

uint ant_bits(uint ants) { return uint(max(findMSB(ants - 1u) + 1, int(MIN_ANT_BITS))); }

// key_of returns the claim of one of a number of ants.
uint key_of(int gain, uint ant, uint ants, uint shift) {
    uint bits = ant_bits(ants), fewer = bits - MIN_ANT_BITS; // bits of the gain
    int steps = (gain >> (shift + fewer)) + int(CLAIM_OFFSET >> fewer);
    return uint(clamp(steps, 1, int(MAX_CLAIM >> fewer))) << bits | ant;
}

// With HEADERS_BINDING: the changes that ants have submitted, numbered over all colonies, and
// their cuts, the positions before which a change may remove an edge of the shared tour. The
// includer also defines HEADERS_ACCESS and PIECES_BINDING, and has positions.glsl. Go references:
// aco/merged/model/change.go and aco/merged/reference/change.go.
#ifdef HEADERS_BINDING
uint after(uint position);

layout(set = 0, binding = HEADERS_BINDING, std430) HEADERS_ACCESS buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = PIECES_BINDING, std430) readonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };

bool in_interval(uint position, uint change) {
    return headers[change].low <= position && position <= headers[change].high;
}

// last_cut returns the number of the last cut of a change. The first is 0.
uint last_cut(uint change) { return min(headers[change].pieces, MAX_PIECES); }

// positions_of returns the number of positions of a piece.
uint positions_of(uint change, uint piece) {
    uint at = change * MAX_PIECES + piece;
    uint end = piece + 1u < headers[change].pieces ? change_pieces[at + 1u].x : headers[change].high + 1u;
    return end - change_pieces[at].x;
}

// cut_of returns the lowest position of a piece; for the number of pieces, the position after the
// interval.
uint cut_of(uint change, uint piece) {
    if (piece == headers[change].pieces) {
        return after(headers[change].high);
    }
    uint at = change * MAX_PIECES + piece;
    uint cut = change_pieces[at].y >> 1;
    if ((change_pieces[at].y & 1u) != 0u) { // reversed: the word has the highest position
        cut -= positions_of(change, piece) - 1u;
    }
    return cut;
}
#endif
