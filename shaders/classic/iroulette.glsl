// I-Roulette: each invocation offers the best of its own cities. Consecutive invocations read consecutive vectors of four cities. The four
// words of a block belong to the four cities of a vector.
#include "unvisited.glsl"

Offer offer(uint ant, uint step, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    Offer best = NONE;
    for (uint v = 0u; v < VECTORS; v++) {
        uint vector = v * GROUP_SIZE + lane;
        uvec4 w = unvisited_weights(row, vector);
        if (w == uvec4(0)) {
            continue; // unvisited cities have positive weights
        }
        uvec4 words = draws(ant, step, vector);
        for (uint k = 0u; k < 4u; k++) {
            if (w[k] != 0u) {
                uint high, low;
                umulExtended(w[k], words[k], high, low);
                keep_better(best, Offer(uvec2(low, high), 4u * vector + k));
            }
        }
    }
    return best;
}
