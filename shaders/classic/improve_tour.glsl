// The tour of the local search, the position of each city, and the active cities. Go reference:
// aco/classic/reference/improve.go. The includer has subgroup.glsl, the push constant cities and
// the buffer tours.
//
// With SHARED tour and positions are in shared memory, with SHARED_CITIES only the tour, two
// cities to a word. Otherwise they are in device memory. Without SHARED the includer has the
// buffer positions.
#include "sum.glsl"

uint ant; // numbered over all colonies

#if defined(SHARED) || defined(SHARED_CITIES)
layout(constant_id = 8) const uint PAIRS = 1; // words for a tour

shared uint tour_pairs[PAIRS];

uint city_at(uint position) {
    return bitfieldExtract(tour_pairs[position >> 1], int(position & 1u) << 4, 16);
}

// exchange_cities exchanges the cities u and v at two positions. The other halves of their words
// may change at the same time.
void exchange_cities(uint from, uint to, uint u, uint v) {
    atomicXor(tour_pairs[from >> 1], (u ^ v) << ((from & 1u) << 4));
    atomicXor(tour_pairs[to >> 1], (u ^ v) << ((to & 1u) << 4));
}

void sync_cities() {
    barrier();
}

void load_cities(uint lane) {
    for (uint i = lane; i < PAIRS; i += GROUP_SIZE) {
        uint city = tours[ant * cities + 2u * i];
        if (2u * i + 1u < cities) {
            city |= tours[ant * cities + 2u * i + 1u] << 16;
        }
        tour_pairs[i] = city;
    }
    barrier();
}

void store_tour(uint lane) {
    for (uint i = lane; i < cities; i += GROUP_SIZE) {
        tours[ant * cities + i] = city_at(i);
    }
}
#else
uint city_at(uint position) {
    return tours[ant * cities + position];
}

void exchange_cities(uint from, uint to, uint u, uint v) {
    tours[ant * cities + from] = v;
    tours[ant * cities + to] = u;
}

void sync_cities() {
    memoryBarrierBuffer();
    barrier();
}

void load_cities(uint lane) {}

void store_tour(uint lane) {}
#endif

#ifdef SHARED
shared uint position_pairs[PAIRS];

uint position_of(uint city) {
    return bitfieldExtract(position_pairs[city >> 1], int(city & 1u) << 4, 16);
}

// set_position stores the position of a city. The other half of the word may change at the same
// time.
void set_position(uint city, uint position) {
    atomicXor(position_pairs[city >> 1], (position_of(city) ^ position) << ((city & 1u) << 4));
}

void sync_tour() {
    barrier();
}

void clear_positions(uint lane) {
    for (uint i = lane; i < PAIRS; i += GROUP_SIZE) {
        position_pairs[i] = 0u;
    }
    barrier();
}
#else
uint position_of(uint city) {
    return positions[ant * cities + city];
}

void set_position(uint city, uint position) {
    positions[ant * cities + city] = position;
}

void sync_tour() {
    memoryBarrierBuffer();
    barrier();
}

void clear_positions(uint lane) {}
#endif

void load_tour(uint lane) {
    clear_positions(lane);
    load_cities(lane);
    for (uint i = lane; i < cities; i += GROUP_SIZE) {
        set_position(city_at(i), i);
    }
    sync_tour();
}

// wrapped returns a position below twice the cities modulo the cities.
uint wrapped(uint i) {
    return select(i >= cities, i - cities, i);
}

// The active cities, and the cities of a round.
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
