// The active cities of the local search, and the cities of a round. Go reference:
// aco/classic/reference/improve.go. The includer has subgroup.glsl and the push constant cities.
#include "sum.glsl"

layout(constant_id = 1) const uint FLAG_WORDS = 1;        // one bit per city
layout(constant_id = 2) const uint CITIES_PER_ROUND = 32; // most cities of a round

shared uint active_cities[FLAG_WORDS];
shared uint round_cities[CITIES_PER_ROUND];
shared uint round_size;
shared uint cursor; // the city at which the search for active cities continues
// Invocations of the subgroup; subgroup_size may be larger on devices that cannot require a size.
uint width;

void activate(uint city) {
    atomicOr(active_cities[city >> 5], 1u << (city & 31u));
}

// activate_all makes all cities active, without the padding of the last word. All invocations
// call it.
void activate_all(uint lane) {
    for (uint i = lane; i < FLAG_WORDS; i += GROUP_SIZE) {
        uint left = cities - 32u * i;
        active_cities[i] = left >= 32u ? ~0u : ~(~0u << left);
    }
    barrier();
}

// list_active makes the next active cities inactive and lists them in round_cities. Each
// invocation reads eight cities at a time. The cities before the cursor in its group of eight
// come last. All invocations of one subgroup call it: mostly the next cities are active, so that
// further subgroups would find none.
void list_active() {
    uint eights = (cities + 7u) / 8u, found = 0u;
    for (uint base = 0u; base <= eights && found < CITIES_PER_ROUND; base += width) {
        uint turn = base + subgroup_lane, eight = cursor / 8u + turn;
        uint bits = 0u, from = ~0u << (cursor & 7u);
        if (turn <= eights) {
            eight = eight >= eights ? eight - eights : eight;
            bits = active_cities[eight >> 2] >> (8u * (eight & 3u)) & 255u;
            bits &= turn == 0u ? from : turn == eights ? ~from : ~0u;
        }
        uint end = found + inclusive_sum(bitCount(bits)), rank = end - bitCount(bits), listed = 0u;
        for (; bits != 0u && rank < CITIES_PER_ROUND; bits &= bits - 1u) {
            round_cities[rank] = 8u * eight + findLSB(bits);
            listed |= bits & ~(bits - 1u);
            rank++;
        }
        if (listed != 0u) {
            atomicAnd(active_cities[eight >> 2], ~(listed << (8u * (eight & 3u))));
        }
        found = subgroup_max(end);
        sync_subgroup();
    }
    if (subgroup_elect()) {
        round_size = min(found, CITIES_PER_ROUND);
        if (found > 0u) {
            uint next = round_cities[round_size - 1u] + 1u;
            cursor = next < cities ? next : 0u;
        }
    }
}

// next_active lists the next active cities in round_cities, makes them inactive and returns their
// number. All invocations call it.
uint next_active() {
    if (subgroup_index == 0u) {
        list_active();
    }
    barrier();
    return round_size;
}
