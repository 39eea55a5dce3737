// Stochastic trial as in trial.glsl, without a guide: one trial after the other, each by parallel K-ary search (Uchida et al. 2014, section
// 4.2.1). K is the number of invocations of a subgroup. All subgroups of an ant make the same search, so that none waits.

// drawn_city returns the first city whose running sum exceeds the target of a random word. Each turn divides the remaining cities into K parts
// and continues with the first part whose last sum exceeds the target.
uint drawn_city(uint word) {
    uint row = current_city * pitch;
    uint target = multiply_high(word, sums[row + cities - 1u]);
    uint parts = GROUP_SIZE / subgroup_count;
    uint low = 0u, left = cities;
    // Ends: left is divided by the invocations of a subgroup, which are at least 4.
    while (left > 1u) {
        uint size = (left + parts - 1u) / parts;
        uint last = low + min((subgroup_lane + 1u) * size, left) - 1u;
        uint part = subgroup_min(sums[row + last] > target ? subgroup_lane : ~0u);
        low += part * size;
        left = min(size, left - part * size);
    }
    return low;
}

// try_trials moves the ant unless all trials fail, and returns whether it did. words[from] is the word of the first trial.
bool try_trials(uint from, uint place, uint lane) {
    for (uint trial = 0u; trial < TRIALS; trial++) {
        uint city = drawn_city(words[from + trial]);
        if (!is_visited(city)) {
            barrier(); // all invocations have read the flag
            if (lane == 0u) {
                visit(city, place);
            }
            barrier();
            return true;
        }
    }
    return false;
}
