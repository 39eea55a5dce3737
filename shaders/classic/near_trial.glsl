// Trials that draw from the unvisited near cities and all other cities. The rule and its source are in aco/classic/reference/near.go.
#include "search.glsl"

const uint NEAR_TEAM = NEAR_CITIES / PER_INVOCATION; // invocations that share the near cities, at most the smallest subgroup

// other_city returns the city that a word selects among those that are not near. The guide limits the search to the cities of the word's part,
// mostly one or two.
uint other_city(uint word) {
    uint target = multiply_high(word, others[current_city]);
    uint parts = 1u << (32u - guide_shift);
    uint part = word >> guide_shift;
    uint low = guide[current_city * parts + part];
    uint high = part + 1u < parts ? guide[current_city * parts + part + 1u] : cities - 1u;
    return search(current_city * pitch, target, low, high);
}

// near_city returns the near city at which the running sum exceeds target. The target is below the last sum.
uint near_city(uint target) {
    uint k = 0u;
    for (uint stride = NEAR_CITIES / 2u; stride > 0u; stride /= 2u) {
        k += near_sums[slot * NEAR_CITIES + k + stride - 1u] <= target ? stride : 0u;
    }
    return near[current_city * NEAR_CITIES + k].x;
}

// try_trials makes all trials at once, one per invocation. The first success counts.
bool try_trials(uint unvisited, uint step) {
    for (uint base = 0u; base < TRIALS; base += width) {
        uint trial = base + lane;
        uint city = 0u;
        uint success = ~0u;
        if (trial < TRIALS) {
            uvec4 drawn = philox(uvec4(state.iteration, ant, step, trial / 2u), uvec2(seed, seed_high));
            uvec2 two = (trial & 1u) == 0u ? drawn.xy : drawn.zw;
            uint target = multiply_high(two.x, unvisited + others[current_city]);
            city = target < unvisited ? near_city(target) : other_city(two.y);
            success = is_visited(city) ? ~0u : trial;
        }
        uint least = subgroup_min(success);
        if (subgroup_agreed(least != ~0u)) {
            if (success == least) {
                visit(city);
            }
            return true;
        }
    }
    return false;
}

// first_near returns the index of the first near city of this invocation. All teams of a subgroup do the same work.
uint first_near() { return (lane & (NEAR_TEAM - 1u)) * PER_INVOCATION; }

// try_near moves the ant unless all trials fail, and returns whether it did. All invocations make the first trial together; it mostly finds a
// near city.
bool try_near(uint word, uint step) {
    uint cities_of[PER_INVOCATION], weights_of[PER_INVOCATION], flags_of[PER_INVOCATION];
    uint sum = 0u;
    uint other = others[current_city];
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uvec2 entry = near[current_city * NEAR_CITIES + first_near() + v];
        cities_of[v] = entry.x;
        flags_of[v] = visited_word(flag_word(entry.x));
        weights_of[v] = (flags_of[v] & flag_of(entry.x)) != 0u ? 0u : entry.y;
        sum += weights_of[v];
    }
    uint unvisited;
    uint so_far = team_sum(lane, sum, NEAR_TEAM, unvisited);
    uint target = multiply_high(word, unvisited + other);
    uint local_target = target - so_far; // wraps around in the invocations after the chosen city's
    if (subgroup_agreed(target < unvisited)) {
        for (uint v = 0u; v < PER_INVOCATION; v++) {
            if (lane < NEAR_TEAM && local_target < weights_of[v]) {
                move_to(cities_of[v], flags_of[v]);
                local_target = ~0u; // no weight is larger
            } else {
                local_target -= weights_of[v];
            }
        }
        return true;
    }
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        so_far += weights_of[v];
        if (lane < NEAR_TEAM) {
            near_sums[slot * NEAR_CITIES + first_near() + v] = so_far;
        }
    }
    subgroup_barrier();
    return try_trials(unvisited, step);
}
