// Roulette by one subgroup over the list of unvisited cities. The rule and its source are in aco/classic/reference/list.go. Between
// dispatches the list is in the free places of the tour, from the last one down.

// begin_list fills the list with the unvisited cities in ascending order.
void begin_list() {
    uint listed = slot * MAX_LIST;
    for (uint base = 0u; base < FLAG_WORDS; base += width) {
        uint unvisited = base + lane < FLAG_WORDS ? ~visited_word(base + lane) : 0u;
        uint found = uint(bitCount(unvisited));
        uint inclusive = inclusive_sum(found);
        // Ends: a turn clears a bit.
        for (uint at = listed + inclusive - found; unvisited != 0u; at++) {
            uint bit = uint(findLSB(unvisited));
            list[at] = 32u * (base + lane) + bit;
            unvisited &= unvisited - 1u;
        }
        listed += subgroup_max(inclusive);
    }
    subgroup_barrier();
}

// list_begins returns whether the list begins at a step.
bool list_begins(uint step) {
    return step == 1u ? cities - 1u <= MAX_LIST : cities - step == MAX_LIST;
}

// restore_list restores the list of an earlier dispatch.
void restore_list() {
    if (first > 1u && cities - first <= MAX_LIST && !list_begins(first)) {
        for (uint k = lane; k < cities - first; k += width) {
            list[slot * MAX_LIST + k] = tours[tour + cities - 1u - k];
        }
    }
    subgroup_barrier();
}

// save_list saves the list for the next dispatch.
void save_list() {
    uint step = first + count; // the first step of the next dispatch
    if (step > 1u && cities - step <= MAX_LIST && !list_begins(step)) {
        for (uint k = lane; k < cities - step; k += width) {
            tours[tour + cities - 1u - k] = list[slot * MAX_LIST + k];
        }
    }
}

// list_weight returns the weight of a city of the list, 0 if the ant must visit another one.
uint list_weight(uint row, uint k) {
    uint city = list[slot * MAX_LIST + k];
    return is_excluded(city) ? 0u : weights[row + city];
}

void draw_from_list(uint word, uint step) {
    if (list_begins(step)) {
        begin_list();
    }
    uint left = cities - step;
    uint own = (left + width - 1u) / width;
    uint from = min(left, lane * own), end = min(left, from + own);
    uint row = current_city * pitch;
    uint sum = 0u;
    for (uint k = from; k < end; k++) {
        sum += list_weight(row, k);
    }
    uint inclusive = inclusive_sum(sum);
    uint target = multiply_high(word, subgroup_max(inclusive)) - (inclusive - sum); // wraps around in the invocations after the chosen city's
    if (target < sum) {
        uint k = from;
        // Ends: k counts.
        for (uint weight = list_weight(row, k); target >= weight && k + 1u < end; weight = list_weight(row, k)) {
            target -= weight;
            k++;
        }
        uint city = list[slot * MAX_LIST + k];
        list[slot * MAX_LIST + k] = list[slot * MAX_LIST + left - 1u];
        visit(city);
    }
}
