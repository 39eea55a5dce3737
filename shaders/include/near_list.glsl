// Roulette over the list of the unvisited cities by one subgroup. The rule and its source are in aco/reference/list.go.
// Between dispatches the list is kept in the places of the tour that are not filled yet, from the last one on.

// begin_list fills the list with the unvisited cities, ascending.
void begin_list() {
    uint listed = slot * REST;
    for (uint base = 0u; base < FLAG_WORDS; base += width) {
        uint unvisited = base + lane < FLAG_WORDS ? ~visited_word(base + lane) : 0u;
        uint found = uint(bitCount(unvisited));
        uint upto = inclusive_sum(found);
        for (uint at = listed + upto - found; unvisited != 0u; at++) {
            uint bit = uint(findLSB(unvisited));
            list[at] = 32u * (base + lane) + bit;
            unvisited &= unvisited - 1u;
        }
        listed += subgroup_max(upto);
    }
    meet();
}

// begins says whether the list begins at a step.
bool begins(uint step) {
    return step == 1u ? cities - 1u <= REST : cities - step == REST;
}

// recall_list brings back the list of an earlier dispatch.
void recall_list() {
    if (first > 1u && cities - first <= REST && !begins(first)) {
        for (uint k = lane; k < cities - first; k += width) {
            list[slot * REST + k] = tours[tour + cities - 1u - k];
        }
    }
    meet();
}

// keep_list hands the list to the next dispatch.
void keep_list() {
    uint step = first + count; // the next one
    if (step > 1u && cities - step <= REST && !begins(step)) {
        for (uint k = lane; k < cities - step; k += width) {
            tours[tour + cities - 1u - k] = list[slot * REST + k];
        }
    }
}

void choose_listed(uint word, uint step) {
    if (begins(step)) {
        begin_list();
    }
    uint left = cities - step;
    uint own = (left + width - 1u) / width;
    uint from = min(left, lane * own), end = min(left, from + own);
    uint row = chosen * pitch;
    uint sum = 0u;
    for (uint k = from; k < end; k++) {
        sum += weights[row + list[slot * REST + k]];
    }
    uint upto = inclusive_sum(sum);
    uint rest = multiply_high(word, subgroup_max(upto)) - (upto - sum); // wraps around in the invocations before the one
    if (rest < sum) {
        uint k = from;
        for (uint weight = weights[row + list[slot * REST + k]]; rest >= weight && k + 1u < end; weight = weights[row + list[slot * REST + k]]) {
            rest -= weight;
            k++;
        }
        uint city = list[slot * REST + k];
        list[slot * REST + k] = list[slot * REST + left - 1u];
        visit(city, step);
    }
}
