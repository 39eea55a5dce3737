// Roulette over all unvisited cities by prefix sums. The rule and its sources are in aco/reference/construct.go.
// The order of invocations is the order of cities, so one scan over the work-group is a scan over the cities.
#include "unvisited.glsl"

// roulette moves the ant to a city drawn with a random word. All invocations call it; they agree on where it went.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint own = lane * VECTORS; // in vectors of four cities
    uint weight = 0u;
    for (uint v = 0u; v < VECTORS; v++) {
        weight += sum_of_four(unvisited_weights(row, own + v));
    }
    uint total;
    uint before = sum_before(weight, last_of_subgroup, total);
    uint target = multiply_high(word, total) - before; // wraps around in the invocations before the one
    if (target < weight) {
        for (uint v = 0u; v < VECTORS; v++) {
            uvec4 w = unvisited_weights(row, own + v);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(4u * (own + v) + k, place);
                    target = ~0u; // no sum of weights exceeds it
                } else {
                    target -= w[k];
                }
            }
        }
    }
    barrier();
}
