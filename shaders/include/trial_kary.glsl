// Stochastic trial as by trial.glsl, without a guide: one trial after the other, each by parallel K-ary search (Uchida et
// al. 2014, section 4.2.1). K is the subgroup's invocations; all subgroups of an ant search for the same, so that none waits.

// drawn_city returns the first city whose running sum exceeds what the word stands for. A turn divides the cities that are
// left into K parts and goes on in the first of them whose last sum exceeds it.
uint drawn_city(uint word) {
    uint row = current_city * pitch;
    uint target = multiply_high(word, sums[row + cities - 1u]);
    uint parts = GROUP_SIZE / subgroup_count;
    uint low = 0u, left = cities;
    while (left > 1u) {
        uint size = (left + parts - 1u) / parts;
        uint last = low + min((subgroup_lane + 1u) * size, left) - 1u;
        uint part = subgroup_min(sums[row + last] > target ? subgroup_lane : ~0u);
        low += part * size;
        left = min(size, left - part * size);
    }
    return low;
}

// try_trials moves the ant unless all trials fail, and says whether it did. words[from] is the word of the first trial.
bool try_trials(uint from, uint place, uint lane) {
    for (uint trial = 0u; trial < TRIALS; trial++) {
        uint city = drawn_city(words[from + trial]);
        if (!is_visited(city)) {
            barrier(); // all have seen that it is unvisited
            if (lane == 0u) {
                visit(city, place);
            }
            barrier();
            return true;
        }
    }
    return false;
}
