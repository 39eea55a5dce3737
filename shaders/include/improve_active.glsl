// The active cities, and those of a round. The including shader has the push constant cities.
uint summed_subgroups; // subgroups that have cities to read
#define SUMMED_SUBGROUPS summed_subgroups
#include "scan.glsl"

layout(constant_id = 1) const uint FLAG_WORDS = 1;        // one bit per city
layout(constant_id = 2) const uint CITIES_PER_ROUND = 32; // most cities of a round

shared uint active_cities[FLAG_WORDS];
shared uint round_cities[CITIES_PER_ROUND];
uint width;  // invocations of the subgroup; subgroup_size may be larger on devices that cannot require a size
uint cursor; // the city at which the search for active cities continues

void activate(uint city) {
    atomicOr(active_cities[city >> 5], 1u << (city & 31u));
}

void deactivate(uint city) {
    atomicAnd(active_cities[city >> 5], ~(1u << (city & 31u)));
}

// activate_all makes all cities active, without the padding of the last word. All invocations call it.
void activate_all(uint lane) {
    for (uint i = lane; i < FLAG_WORDS; i += GROUP_SIZE) {
        uint left = cities - 32u * i;
        active_cities[i] = left >= 32u ? ~0u : ~(~0u << left);
    }
    barrier();
}

// next_active makes the next active cities inactive, lists them in round_cities and returns their number. All invocations call it; each reads
// eight cities at a time. The cities before the cursor in its group of eight come last.
uint next_active(uint lane, bool last_of_subgroup) {
    uint eights = (cities + 7u) / 8u, found = 0u;
    for (uint base = 0u; base <= eights && found < CITIES_PER_ROUND; base += GROUP_SIZE) {
        uint turn = base + lane, eight = cursor / 8u + turn;
        uint bits = 0u, from = ~0u << (cursor & 7u);
        if (turn <= eights) {
            eight = eight >= eights ? eight - eights : eight;
            bits = active_cities[eight >> 2] >> (8u * (eight & 3u)) & 255u;
            bits &= turn == 0u ? from : turn == eights ? ~from : ~0u;
        }
        summed_subgroups = min(subgroup_count, (eights - base) / width + 1u);
        uint total;
        uint rank = found + sum_before(bitCount(bits), last_of_subgroup, total);
        for (; bits != 0u && rank < CITIES_PER_ROUND; bits &= bits - 1u) {
            round_cities[rank] = 8u * eight + findLSB(bits);
            deactivate(round_cities[rank]);
            rank++;
        }
        found += total;
        barrier();
    }
    found = min(found, CITIES_PER_ROUND);
    if (found > 0u) {
        cursor = round_cities[found - 1u] + 1u;
        cursor = cursor < cities ? cursor : 0u;
    }
    return found;
}
