// The rows of the statistics of iterations (aco/classic/model/statistics.go). The includer has
// state.glsl, and the push constant statistics_every: iterations from one row to the next. A colony
// has a ring of STATISTICS_ROWS rows.
const uint STATISTICS_ROWS = 256;
const uint STATISTICS_PAIRS = 64; // most pairs of ants whose tours are compared

struct Statistics {
    uint iteration;                 // counted from 1
    uint shift;                     // of the squares
    uvec2 shortest;                 // length of a tour
    uint excess_low, excess_high;   // sum of (length − shortest)
    uint squares_low, squares_high; // sum of ((length − shortest) >> shift)²
    uint entropy_low, entropy_high; // sum over the cities, in bits, in parts of 2²⁴
    uint branches;                  // edges with a trail well above the least of their city
    uint trail_min, trail_max;
    uint common_edges; // of all pairs
};

layout(set = 0, binding = 1, std430) STATISTICS_ACCESS buffer StatisticsBuffer { Statistics statistics[]; };

// has_row returns whether the current iteration has a row.
bool has_row() { return state[COLONY].stop == 0u && (state[COLONY].iteration + 1u) % statistics_every == 0u; }

// row_index returns the index of the row of the current iteration.
uint row_index() {
    return COLONY * STATISTICS_ROWS + (state[COLONY].iteration + 1u) / statistics_every % STATISTICS_ROWS;
}
