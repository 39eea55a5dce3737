// Whether two changes conflict, that is, whether their cuts cross. If not, all cuts of one are between two adjacent cuts of the other, along
// the closed tour. Then the changes are disjoint, or one is within a piece of the other. Go reference: cutsCross in
// aco/merged/reference/long.go. It needs merged_change.glsl.
bool cuts_cross(uint a, uint b) {
    uint from = cut_of(b, 0u);
    uint below = 0u, above = ~0u;    // the cuts of a on both sides of it; below is one more than the cut, 0: none
    uint lowest = ~0u, highest = 0u; // of the cuts of a
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
    bool outside = below == 0u || above == ~0u; // the gap after the last cut is that before the first
    last = last_cut(b);
    for (uint piece = 0u; piece <= last; piece++) {
        uint cut = cut_of(b, piece);
        if (outside ? lowest <= cut && cut <= highest : cut < below || above <= cut) {
            return true;
        }
    }
    return false;
}
