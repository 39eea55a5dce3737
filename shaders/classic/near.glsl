// How an ant of selection near draws its next city: by trials, by a roulette after all trials
// have failed, and by a roulette over the list of unvisited cities in the last steps.
// Go references: aco/classic/reference/construct_near.go, construct.go and list.go.
//
// The includer has subgroup_ant.glsl, sum.glsl, philox.glsl, fixed.glsl, the constants TRIALS,
// MAX_LIST and PER_INVOCATION, and the buffers and shared arrays of construct_near.comp.
#include "search.glsl"
#include "fine.glsl"

// weight_of_others returns the weight of all cities that are not near a city. It follows the guide of
// all rows.
uint weight_of_others(uint city) { return guide[(cities << (32u - guide_shift)) + city]; }

// Invocations that share the near cities, at most the smallest subgroup.
const uint NEAR_TEAM = NEAR_CITIES / PER_INVOCATION;

// other_city returns the city that a word selects among the cities that are not near. The guide
// limits the search to the cities of the word's part, mostly one or two.
uint other_city(uint word) {
    uint target = multiply_high(word, weight_of_others(current_city));
    uint parts = 1u << (32u - guide_shift);
    uint part = word >> guide_shift;
    uint low = guide[current_city * parts + part];
    uint high = part + 1u < parts ? guide[current_city * parts + part + 1u] : cities - 1u;
    return search(current_city * pitch, target, low, high);
}

// near_city returns the first near city whose running sum exceeds target. The target is below the
// last sum.
uint near_city(uint target) {
    uint k = 0u;
    for (uint stride = NEAR_CITIES / 2u; stride > 0u; stride /= 2u) {
        k += near_sums[slot * NEAR_CITIES + k + stride - 1u] <= target ? stride : 0u;
    }
    return near[current_city * NEAR_CITIES + k].x;
}

// try_trials makes all trials at once, one per invocation. The first success counts. If the weights
// are coarse, all trials fail.
bool try_trials(uint unvisited, uint step, bool coarse) {
    for (uint base = 0u; base < TRIALS; base += width) {
        uint trial = base + lane;
        uint city = 0u;
        uint success = ~0u;
        if (trial < TRIALS) {
            uvec4 drawn = philox(uvec4(state[COLONY].iteration, ant, step, trial / 2u), uvec2(seed, seed_high));
            uvec2 two = (trial & 1u) == 0u ? drawn.xy : drawn.zw;
            uint target = multiply_high(two.x, unvisited + weight_of_others(current_city));
            city = target < unvisited ? near_city(target) : other_city(two.y);
            success = coarse || is_visited(city) ? ~0u : trial;
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

// first_near returns the index of the first near city of this invocation. All teams of a subgroup
// do the same work.
uint first_near() { return (lane & (NEAR_TEAM - 1u)) * PER_INVOCATION; }

// try_near moves the ant unless all trials fail or the weights are coarse, and returns whether it did. All invocations make
// the first trial together; it mostly finds a near city.
bool try_near(uint word, uint step) {
    uint cities_of[PER_INVOCATION], weights_of[PER_INVOCATION], flags_of[PER_INVOCATION];
    uint sum = 0u;
    uint other = weight_of_others(current_city);
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uvec2 entry = near[current_city * NEAR_CITIES + first_near() + v];
        cities_of[v] = entry.x;
        flags_of[v] = visited_word(flag_word(entry.x));
        weights_of[v] = (flags_of[v] & flag_of(entry.x)) != 0u ? 0u : entry.y;
        sum += weights_of[v];
    }
    uint unvisited;
    uint so_far = team_sum(lane, sum, NEAR_TEAM, unvisited);
    bool coarse = is_coarse(unvisited + other, cities - step);
    uint target = multiply_high(word, unvisited + other);
    uint local_target = target - so_far; // wraps around in the invocations after the chosen city's
    if (subgroup_agreed(!coarse && target < unvisited)) {
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
    return try_trials(unvisited, step, coarse);
}

// roulette_word returns the random word of the roulette, which follows the words of the trials.
uint roulette_word(uint step) {
    return philox(uvec4(state[COLONY].iteration, ant, step, TRIALS / 2u), uvec2(seed, seed_high))[2u * (TRIALS & 1u)];
}

// own_range returns the range of elements of this invocation, of all elements from 0 on.
uvec2 own_range(uint all) {
    uint own = (all + width - 1u) / width, from = min(all, lane * own);
    return uvec2(from, min(all, from + own));
}

// roulette draws by one subgroup among all unvisited cities, with a range of the row per
// invocation. It follows when all trials have failed. It returns false, and does nothing, if the
// weights are coarse. The rule is in aco/classic/reference/construct.go.
bool roulette(uint word, uint step) {
    uvec2 own = own_range(cities);
    uint row = current_city * pitch;
    uint sum = 0u;
    for (uint city = own.x; city < own.y; city++) {
        sum += is_visited(city) ? 0u : weights[row + city];
    }
    uint inclusive = inclusive_sum(sum);
    uint total = subgroup_max(inclusive);
    bool coarse = is_coarse(total, cities - step);
    // Wraps around in the invocations after the chosen city's.
    uint target = multiply_high(word, total) - (inclusive - sum);
    if (!coarse && target < sum) {
        for (uint city = own.x; city < own.y; city++) {
            uint weight = is_visited(city) ? 0u : weights[row + city];
            if (target < weight) {
                visit(city);
                break;
            }
            target -= weight;
        }
    }
    return !coarse;
}

// The list of unvisited cities. Between dispatches it is in the free places of the tour, from the
// last one down.

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

// is_listed returns whether a step draws from the list.
bool is_listed(uint step) { return cities - step <= MAX_LIST; }

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

// take moves the ant to the city of an element of the list, whose last element replaces it. One
// invocation calls it.
void take(uint element, uint left) {
    uint city = list[slot * MAX_LIST + element];
    list[slot * MAX_LIST + element] = list[slot * MAX_LIST + left - 1u];
    visit(city);
}

// draw_from_list draws from the list. It returns false, and draws nothing, if the weights are coarse.
bool draw_from_list(uint word, uint step) {
    if (list_begins(step)) {
        begin_list();
    }
    uint left = cities - step;
    uvec2 own = own_range(left);
    uint row = current_city * pitch;
    uint sum = 0u;
    for (uint k = own.x; k < own.y; k++) {
        sum += list_weight(row, k);
    }
    uint inclusive = inclusive_sum(sum);
    uint total = subgroup_max(inclusive);
    bool coarse = can_choose() && is_coarse(total, left);
    // Wraps around in the invocations after the chosen city's.
    uint target = multiply_high(word, total) - (inclusive - sum);
    if (!coarse && target < sum) {
        uint k = own.x;
        // Ends: k counts.
        for (uint weight = list_weight(row, k); target >= weight && k + 1u < own.y; weight = list_weight(row, k)) {
            target -= weight;
            k++;
        }
        take(k, left);
    }
    return !coarse;
}

// What fine.glsl needs. Elements are of the list or, if listed is 0, cities.
uint next_unvisited(uint element, uint end, uint listed) {
    // Ends: element grows.
    while (listed == 0u && element < end) {
        uint unvisited = ~visited_word(element >> 5) >> (element & 31u);
        if (unvisited != 0u) {
            return min(end, element + uint(findLSB(unvisited)));
        }
        element = (element | 31u) + 1u;
    }
    return min(element, end);
}

uint city_of(uint element, uint listed) { return listed != 0u ? list[slot * MAX_LIST + element] : element; }

int top_of_ant(int highest) { return subgroup_max(highest); }

uint sum_of_ant(uint sum) { return subgroup_add(sum); }

uint sum_before_of_ant(uint sum, out uint total) {
    uint inclusive = inclusive_sum(sum);
    total = subgroup_max(inclusive);
    return inclusive - sum;
}

// draw_again moves the ant to a city drawn by fine weights.
void draw_again(uint word, uint step) {
    bool listed = is_listed(step);
    uvec2 own = own_range(listed ? cities - step : cities);
    uint element = draw_finely(word, own.x, own.y, uint(listed));
    if (element != NO_CITY && listed) {
        take(element, cities - step);
    } else if (element != NO_CITY) {
        visit(element);
    }
}
