// Stochastic trial: draws cities by the weights of all cities, visited or not, until one is unvisited, at most TRIALS times. Each invocation
// makes one trial, and the first success counts. The rule is in aco/classic/reference/trial.go.
#include "search.glsl"

shared uint first_success[2]; // the rounds alternate, so that one word is reset while the other is in use
uint trial_rounds = 0u;

// drawn_city returns the first city whose running sum exceeds the target of a random word. The guide limits the search to the cities of the
// word's part, mostly one or two.
uint drawn_city(uint word) {
    uint row = current_city * pitch;
    uint target = multiply_high(word, sums[row + cities - 1u]);
    uint parts = 1u << (32u - guide_shift);
    uint part = word >> guide_shift;
    uint low = guide[current_city * parts + part];
    uint high = part + 1u < parts ? guide[current_city * parts + part + 1u] : cities - 1u;
    return search(row, target, low, high);
}

// try_trials moves the ant unless all trials fail, and returns whether it did. words[from] is the word of the first trial.
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
