// Whether two changes conflict: whether their cuts cross. The cuts of compatible changes do not: all cuts of one lie between two neighbouring
// cuts of the other along the closed tour. Then they lie apart, or one whole within one piece of the other. Go reference: cross in
// aco/merged/reference/long.go. It needs merged_cut.glsl.
bool cuts_cross(uint a, uint b) {
    uint from = cut_of(b, 0u);
    uint below = 0u, above = ~0u;   // the neighbours of that among the cuts of a; below is counted from 1, 0: there is none
    uint lowest = ~0u, highest = 0u; // cuts of a
    uint last = last_cut(a);
    for (uint piece = 0u; piece <= last; piece++) {
        uint cut = cut_of(a, piece);
        lowest = min(lowest, cut);
        highest = max(highest, cut);
        if (cut <= from) {
            below = max(below, cut + 1u);
        } else {
            above = min(above, cut);
        }
    }
    bool outside = below == 0u || above == ~0u; // of all cuts of a: behind the last is before the first
    last = last_cut(b);
    for (uint piece = 0u; piece <= last; piece++) {
        uint cut = cut_of(b, piece);
        if (outside ? lowest <= cut && cut <= highest : cut < below || above <= cut) {
            return true;
        }
    }
    return false;
}
