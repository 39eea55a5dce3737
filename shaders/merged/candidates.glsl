// The candidates of all cities, each with its distance, and the fixed edges, which no change
// removes. Behind the candidates, the buffer candidates has a word for each city: the other city
// of its fixed edge, or the city itself. Go references: IsFixed and PassFixed in
// aco/merged/model.
//
// With LARGE the pairs of words are too many for one binding and have four, 3 and 10 to 12, each
// with the same number of pairs. The includer has points.glsl, own_tour and the push constants
// cities and places.
layout(constant_id = 3) const uint WIDTH = 8;        // for t3; all candidates
layout(constant_id = 4) const uint SECOND_WIDTH = 5; // for t5; the first ones

layout(set = 0, binding = 3, std430) readonly buffer CandidatesBuffer { uvec2 candidates[]; };

#ifdef LARGE
layout(set = 0, binding = 10, std430) readonly buffer Candidates1Buffer { uvec2 candidates_1[]; };
layout(set = 0, binding = 11, std430) readonly buffer Candidates2Buffer { uvec2 candidates_2[]; };
layout(set = 0, binding = 12, std430) readonly buffer Candidates3Buffer { uvec2 candidates_3[]; };
// Pairs of a part; four parts have fewer than 2³² pairs.
layout(constant_id = 9) const uint PART = 1;

// candidate_at returns a pair. The ants of a subgroup mostly read from one part, because their
// cities are near each other.
uvec2 candidate_at(uint index) {
    if (index < 2u * PART) {
        return index < PART ? candidates[index] : candidates_1[index - PART];
    }
    index -= 2u * PART;
    return index < PART ? candidates_2[index] : candidates_3[index - PART];
}
#else
#define candidate_at(index) candidates[index]
#endif

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

// pass_fixed moves the cuts of a kick forward until none is at a fixed edge. It returns whether
// there is room for all cuts.
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
