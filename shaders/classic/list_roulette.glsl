// Roulette over the list of unvisited cities. Each invocation has a range of the list, in the order of the invocations, so a scan over the
// work-group is a scan over the list. The rule is in aco/classic/reference/list.go.

// roulette moves the ant to a random city of the list. All invocations call it.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint left = row_end - place;
    uint own = (left + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint from = min(lane * own, left);
    uint to = min(from + own, left);
    uint weight = range_weight(from, to, place);
    uint total;
    uint before = sum_before(weight, last_of_subgroup, total);
    draw_element(multiply_high(word, total) - before, weight, from, to, place);
}
