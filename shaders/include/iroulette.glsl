// I-Roulette: an invocation's offer is the best of its own cities. Vectors of four cities are dealt out in turn, so that
// neighbours read side by side, and the four words of a block are those of a vector's cities.
#include "unvisited.glsl"

Offer offer(uint ant, uint step, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    Offer best = NONE;
    for (uint v = 0u; v < VECTORS; v++) {
        uint vector = v * GROUP_SIZE + lane;
        uvec4 w = unvisited_weights(row, vector);
        if (w == uvec4(0)) {
            continue; // no unvisited city weighs nothing
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
