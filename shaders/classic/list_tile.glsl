// Roulette over the list of unvisited cities by tiles, one per subgroup: the weights are summed by tile, then all invocations search the tile
// of the random number. The rule is in aco/classic/reference/list.go. The city does not depend on the tiles.
shared uint tile_sums[GROUP_SIZE / MIN_SUBGROUP];

// roulette moves the ant to a random city of the list. All invocations call it.
void roulette(uint word, uint place, uint lane, bool last_of_subgroup) {
    uint left = row_end - place;
    uint tile = (left + subgroup_count - 1u) / subgroup_count;
    uint width = subgroup_width();
    uint end = min((subgroup_index + 1u) * tile, left);
    uint weight = 0u;
    for (uint element = subgroup_index * tile + subgroup_lane; element < end; element += width) {
        weight += weight_of(element, place);
    }
    weight = subgroup_add(weight);
    if (last_of_subgroup) {
        tile_sums[subgroup_index] = weight;
    }
    barrier();

    uint total = 0u;
    for (uint s = 0u; s < subgroup_count; s++) {
        total += tile_sums[s];
    }
    uint target = multiply_high(word, total);
    uint chosen_tile = 0u;
    // Ends: chosen_tile counts.
    while (chosen_tile + 1u < subgroup_count && target >= tile_sums[chosen_tile]) {
        target -= tile_sums[chosen_tile++];
    }
    end = min((chosen_tile + 1u) * tile, left);
    uint own = (tile + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint from = min(chosen_tile * tile + lane * own, end);
    uint to = min(from + own, end);
    weight = range_weight(from, to, place);
    uint before = sum_before(weight, last_of_subgroup, total);
    draw_element(target - before, weight, from, to, place);
}
