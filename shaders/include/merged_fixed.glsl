// Fixed edges, which no change removes. Behind the candidates of all cities, the buffer candidates has a word for each city: the other end of
// its fixed edge, or the city itself. Go references: IsFixed and PassFixed in aco/merged/model. It needs merged_candidates.glsl, the
// push constants cities and places, WIDTH and merged_distance.glsl.
layout(constant_id = 8) const uint FIXED = 0; // 1: there are fixed edges

// is_fixed returns whether the edge between two different cities is fixed.
bool is_fixed(uint a, uint b) {
    if (FIXED == 0u) {
        return false;
    }
    uvec2 pair = candidate_at(cities * WIDTH + (a >> 1u));
    return ((a & 1u) == 0u ? pair.x : pair.y) == b;
}

// after_fixed returns a cut of a kick, or the next position if the cut is at a fixed edge.
uint after_fixed(uint cut) {
    uint at = min(cut, places - 1u); // later cuts have no room anyway
    return cut + uint(is_fixed(point_at(own_tour + at - 1u).x, point_at(own_tour + at).x));
}

// pass_fixed moves the cuts of a kick forward until none is at a fixed edge. It returns whether there is room for all cuts.
bool pass_fixed(inout uvec4 cuts) {
    if (FIXED == 0u) {
        return true;
    }
    cuts.x = after_fixed(cuts.x);
    cuts.y = after_fixed(max(cuts.y, cuts.x + 1u));
    cuts.z = after_fixed(max(cuts.z, cuts.y + 1u));
    cuts.w = after_fixed(max(cuts.w, cuts.z + 1u));
    return cuts.w < places;
}
