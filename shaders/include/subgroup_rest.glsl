// The best of the rest, found by a subgroup together. It needs subgroup_ant.glsl and rest.glsl.

// best_of_rest returns the city; all invocations of the subgroup call it.
uint best_of_rest() {
    uint most;
    Near nearest = nearest_of_words(lane, width, most);
    uint least = subgroupMin(nearest.distance);
    nearest.city = subgroupMin(nearest.distance == least ? nearest.city : ~0u);
    nearest.distance = least;
#ifndef NEAREST_REST
    uint trail = trail_of(chosen, nearest.city);
    if (subgroupMax(most) > trail) {
        Rest best = best_of_words(lane, width, nearest, trail);
        for (uint distance = 1u; distance < gl_SubgroupSize; distance *= 2u) {
            Rest before;
            before.trail = subgroupShuffleUp(best.trail, distance);
            before.distance = subgroupShuffleUp(best.distance, distance);
            before.exponent = subgroupShuffleUp(best.exponent, distance);
            before.near.distance = subgroupShuffleUp(best.near.distance, distance);
            before.near.city = subgroupShuffleUp(best.near.city, distance);
            if (lane >= distance) {
                keep_better(best, before);
            }
        }
        return subgroupMin(lane == width - 1u ? best.near.city : ~0u);
    }
#endif
    return nearest.city;
}
