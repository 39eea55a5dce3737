// The candidates of all cities, each with its distance, and behind them the fixed edges (merged_fixed.glsl): pairs of words. With LARGE they
// are too large for one binding and have four, each with the same number of pairs. It needs the binding 3 and, with LARGE, 10 to 12.
layout(set = 0, binding = 3, std430) readonly buffer CandidatesBuffer { uvec2 candidates[]; };

#ifdef LARGE
layout(set = 0, binding = 10, std430) readonly buffer Candidates1Buffer { uvec2 candidates_1[]; };
layout(set = 0, binding = 11, std430) readonly buffer Candidates2Buffer { uvec2 candidates_2[]; };
layout(set = 0, binding = 12, std430) readonly buffer Candidates3Buffer { uvec2 candidates_3[]; };
layout(constant_id = 9) const uint PART = 1; // pairs of a part; four parts have fewer than 2³² pairs

// candidate_at returns a pair. The ants of a subgroup mostly read from one part, because their cities are near each other.
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
