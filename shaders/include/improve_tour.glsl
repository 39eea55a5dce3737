// The tour that is being improved, and the position of each city: in shared memory with SHARED, two to a word, otherwise in device memory.
// The including shader has the push constant cities.
uint ant; // numbered over all colonies

#ifdef SHARED
layout(constant_id = 8) const uint PAIRS = 1; // words for a tour

shared uint tour_pairs[PAIRS];
shared uint position_pairs[PAIRS];

uint city_at(uint position) {
    return bitfieldExtract(tour_pairs[position >> 1], int(position & 1u) << 4, 16);
}

uint position_of(uint city) {
    return bitfieldExtract(position_pairs[city >> 1], int(city & 1u) << 4, 16);
}

// replace puts a city at a position, in place of another city. The other half of each word may change at the same time.
void replace(uint position, uint other, uint city, uint city_position) {
    atomicXor(tour_pairs[position >> 1], (other ^ city) << ((position & 1u) << 4));
    atomicXor(position_pairs[city >> 1], (city_position ^ position) << ((city & 1u) << 4));
}

void load_tour(uint lane) {
    for (uint i = lane; i < PAIRS; i += GROUP_SIZE) {
        position_pairs[i] = 0u;
        uint city = tours[ant * cities + 2u * i];
        if (2u * i + 1u < cities) {
            city |= tours[ant * cities + 2u * i + 1u] << 16;
        }
        tour_pairs[i] = city;
    }
    barrier();
    for (uint i = lane; i < cities; i += GROUP_SIZE) {
        uint city = city_at(i);
        atomicXor(position_pairs[city >> 1], i << ((city & 1u) << 4));
    }
    barrier();
}

void store_tour(uint lane) {
    for (uint i = lane; i < cities; i += GROUP_SIZE) {
        tours[ant * cities + i] = city_at(i);
    }
}

void sync_tour() {
    barrier();
}
#else
uint city_at(uint position) {
    return tours[ant * cities + position];
}

uint position_of(uint city) {
    return positions[ant * cities + city];
}

void replace(uint position, uint other, uint city, uint city_position) {
    tours[ant * cities + position] = city;
    positions[ant * cities + city] = position;
}

void sync_tour() {
    memoryBarrierBuffer();
    barrier();
}

void load_tour(uint lane) {
    for (uint i = lane; i < cities; i += GROUP_SIZE) {
        positions[ant * cities + city_at(i)] = i;
    }
    sync_tour();
}

void store_tour(uint lane) {}
#endif

// wrapped returns a position below twice the cities modulo the cities.
uint wrapped(uint i) {
    return i >= cities ? i - cities : i;
}

// reverse reverses count cities of the tour from a position on. All invocations call it.
void reverse(uint start, uint count, uint lane) {
    for (uint i = lane; i < count / 2u; i += GROUP_SIZE) {
        uint from = wrapped(start + i), to = wrapped(start + count - 1u - i);
        uint u = city_at(from), v = city_at(to);
        replace(from, u, v, to);
        replace(to, v, u, from);
    }
}
