// The tour of the local search and the position of each city. Go reference:
// aco/classic/reference/improve.go. The includer has the push constant cities, the buffer tours,
// TOUR_INVOCATIONS, the number of invocations that share a tour, and sync_device, which waits for
// them and for their writes to device memory.
//
// With SHARED tour and positions are in shared memory, with SHARED_CITIES only the tour, two
// cities to a word. Otherwise they are in device memory. Without SHARED the includer has the
// buffer positions.

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
    for (uint i = lane; i < PAIRS; i += TOUR_INVOCATIONS) {
        uint city = tours[ant * cities + 2u * i];
        if (2u * i + 1u < cities) {
            city |= tours[ant * cities + 2u * i + 1u] << 16;
        }
        tour_pairs[i] = city;
    }
    barrier();
}

void store_tour(uint lane) {
    for (uint i = lane; i < cities; i += TOUR_INVOCATIONS) {
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
    sync_device();
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
    for (uint i = lane; i < PAIRS; i += TOUR_INVOCATIONS) {
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
    sync_device();
}

void clear_positions(uint lane) {}
#endif

void load_tour(uint lane) {
    clear_positions(lane);
    load_cities(lane);
    for (uint i = lane; i < cities; i += TOUR_INVOCATIONS) {
        set_position(city_at(i), i);
    }
    sync_tour();
}

// wrapped returns a position below twice the cities modulo the cities.
uint wrapped(uint i) {
    return select(i >= cities, i - cities, i);
}
