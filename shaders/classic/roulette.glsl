// Roulette over all unvisited cities by prefix sums. The rule and its sources are in aco/classic/reference/roulette.go.
// Invocations have consecutive cities, so a scan over the work-group is a scan over the cities.
#include "unvisited.glsl"

// roulette moves the ant to a random city. All invocations call it, and then agree on the city.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint row = current_city * (pitch / 4u);
    uint own = lane * VECTORS; // in vectors of four cities
    uint weight = 0u;
    for (uint v = 0u; v < VECTORS; v++) {
        weight += sum_of_four(unvisited_weights(row, own + v));
    }
    uint total;
    uint before = sum_before(weight, last_of_subgroup, total);
    uint target = multiply_high(word, total) - before; // wraps around in the invocations after the chosen city's
    if (target < weight) {
        for (uint v = 0u; v < VECTORS; v++) {
            uvec4 w = unvisited_weights(row, own + v);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(4u * (own + v) + k, place);
                    target = ~0u; // no weight is larger
                } else {
                    target -= w[k];
                }
            }
        }
    }
    barrier();
}
