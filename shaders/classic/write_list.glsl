// Writes the list of unvisited cities for the steps that use it (include/list.glsl), after the steps that use visited flags.
layout(constant_id = 5) const uint LIST_FROM = 0; // the first step with the list; 0: there is none

// write_list writes the unvisited cities in ascending order to the tour's free places, from the end of the row down.
void write_list(uint tour, uint lane, bool last_of_subgroup) {
    uint own = lane * VECTORS;
    uint unvisited = 0u;
    for (uint v = 0u; v < VECTORS; v++) {
        unvisited += 4u - bitCount(visited_flags(own + v));
    }
    uint total;
    uint place = tour + cities - 1u - sum_before(unvisited, last_of_subgroup, total);
    for (uint v = 0u; v < VECTORS; v++) {
        uint flags = visited_flags(own + v);
        for (uint k = 0u; k < 4u; k++) {
            if ((flags >> k & 1u) == 0u) {
                tours[place--] = 4u * (own + v) + k;
            }
        }
    }
}
