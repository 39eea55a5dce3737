// The best of the rest, found by a subgroup together. It needs subgroup_ant.glsl and rest.glsl.

// best_of_rest returns the city; all invocations of the subgroup call it.
uint best_of_rest() {
    Rest best = best_of_words(lane, width);
#ifdef NEAREST_REST
    uint least = subgroupMin(best.distance);
    return subgroupMin(best.distance == least ? best.city : ~0u);
#else
    for (uint distance = 1u; distance < gl_SubgroupSize; distance *= 2u) {
        Rest before;
        before.trail = subgroupShuffleUp(best.trail, distance);
        before.distance = subgroupShuffleUp(best.distance, distance);
        before.exponent = subgroupShuffleUp(best.exponent, distance);
        before.city = subgroupShuffleUp(best.city, distance);
        if (lane >= distance) {
            keep_better(best, before);
        }
    }
    return subgroupMin(lane == width - 1u ? best.city : ~0u);
#endif
}
