// Stochastic trial: draws cities by the weights of all cities, visited or not, until one is
// unvisited, at most TRIALS times. Go reference: aco/classic/reference/construct.go.
#ifdef GUIDE
// Each invocation makes one trial, and the first success counts.
#include "search.glsl"

// The rounds alternate, so that one word is reset while the other is in use.
shared uint first_success[2];
uint trial_rounds = 0u;

// drawn_city returns the first city whose running sum exceeds the target of a random word. The
// guide limits the search to the cities of the word's part, mostly one or two.
uint drawn_city(uint word) {
    uint row = current_city * pitch;
    uint target = multiply_high(word, sums[row + cities - 1u]);
    uint parts = 1u << (32u - guide_shift);
    uint part = word >> guide_shift;
    uint low = guide[current_city * parts + part];
    uint high = part + 1u < parts ? guide[current_city * parts + part + 1u] : cities - 1u;
    return search(row, target, low, high);
}

// try_trials moves the ant unless all trials fail, and returns whether it did. words[from] is the
// word of the first trial.
bool try_trials(uint from, uint place, uint lane) {
    for (uint base = 0u; base < TRIALS; base += GROUP_SIZE) {
        uint round = trial_rounds++ & 1u;
        uint trial = base + lane;
        uint city = 0u;
        uint success = ~0u;
        if (trial < TRIALS) {
            city = drawn_city(words[from + trial]);
            success = is_visited(city) ? ~0u : trial;
        }
        uint least = subgroup_min(success);
        if (subgroup_elect()) {
            atomicMin(first_success[round], least);
        }
        barrier();
        least = first_success[round];
        if (success == least && least != ~0u) {
            visit(city, place);
        }
        barrier();
        if (lane == 0u) {
            first_success[round] = ~0u;
        }
        if (least != ~0u) {
            return true;
        }
    }
    return false;
}
#else
// One trial after the other, each by parallel K-ary search (Uchida et al. 2014, section 4.2.1). K
// is the number of invocations of a subgroup. All subgroups of an ant make the same search, so
// that none waits.

// drawn_city returns the first city whose running sum exceeds the target of a random word. Each
// turn divides the remaining cities into K parts and continues with the first part whose last sum
// exceeds the target.
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

// try_trials moves the ant unless all trials fail, and returns whether it did. words[from] is the
// word of the first trial.
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
#endif

// The list of unvisited cities for the steps that use it (list.glsl), after the steps that use
// visited flags.
layout(constant_id = 5) const uint LIST_FROM = 0; // the first step with the list; 0: there is none

// write_list writes the unvisited cities in ascending order to the tour's free places, from the
// end of the row down.
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
