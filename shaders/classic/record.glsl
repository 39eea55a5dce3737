// A city's record of a selective memory, held by an invocation. The includer has acs.glsl, the
// push constant initial and the buffer pheromone, whose elements are pairs of city and trail.
uint record_city = ~0u; // numbered over all colonies
uvec2 record[TRAILS];

void load_record(uint city) {
    record_city = city;
    for (uint i = 0u; i < TRAILS; i++) {
        record[i] = pheromone[city * TRAILS + i];
    }
}

// record_trail returns the trail of the edge to another city.
uint record_trail(uint other) {
    uint trail = initial;
    for (uint i = TRAILS; i > 0u; i--) {
        trail = record[i - 1u].x == other ? record[i - 1u].y : trail;
    }
    return trail;
}

// city_in_record returns the other city of the edge at a place of the record, ~0 if there is none.
uint city_in_record(uint place) {
    uint end = ~0u;
    for (uint i = 0u; i < TRAILS; i++) {
        end = i == place ? record[i].x : end;
    }
    return end;
}
