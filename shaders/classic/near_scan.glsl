// Roulette by one subgroup over all unvisited cities, with a range of the row per invocation. It follows when all trials have failed. The
// rule is in aco/classic/reference/roulette.go.
void roulette(uint step) {
    uint own = (cities + width - 1u) / width;
    uint from = min(cities, lane * own), end = min(cities, from + own);
    uint row = current_city * pitch;
    uint sum = 0u;
    for (uint city = from; city < end; city++) {
        sum += is_visited(city) ? 0u : weights[row + city];
    }
    uint inclusive = inclusive_sum(sum);
    uint total = subgroup_max(inclusive);
    uint word = philox(uvec4(state.iteration, ant, step, TRIALS / 2u), uvec2(seed, seed_high))[2u * (TRIALS & 1u)];
    uint target = multiply_high(word, total) - (inclusive - sum); // wraps around in the invocations after the chosen city's
    if (target < sum) {
        for (uint city = from; city < end; city++) {
            uint weight = is_visited(city) ? 0u : weights[row + city];
            if (target < weight) {
                visit(city);
                break;
            }
            target -= weight;
        }
    }
}
