// Trails in records that other ants change at the same time. The record of an ant's current city
// is in shared memory, with the change of the edge to it. The invocations of a team divide its
// places. Each loads its own places, changes them, and writes the changes when the ant leaves the
// city. So the ant does not wait for them before it chooses.
//
// The includer has acs.glsl, subgroup_ant.glsl, team.glsl, pseudorandom.glsl, updated_trail and
// the buffers tails and pheromone, whose elements are pairs of city and trail.
const uint OWN_TRAILS = (TRAILS + TEAM - 1u) / TEAM; // places of an invocation
const uint RECORD_VECTORS = TRAILS / 4;

shared uvec4 record_cities[ANTS * RECORD_VECTORS], record_trails[ANTS * RECORD_VECTORS];

uint record_city; // numbered over all colonies
uvec2 own_trails[OWN_TRAILS];
uint changed = 0u; // one bit for each of them
uint tail;         // place of the least recently added edge of the record
bool has_new_tail = false;
uint entered; // the city that the ant entered last, without the colony's offset

// record_trail returns the trail of the edge to another city. If ants have added an edge at the
// same time, the record can have it twice: the first place counts, as in record.glsl and in
// change_trail.
uint record_trail(uint other) {
    uint trail = initial;
    for (uint i = RECORD_VECTORS; i > 0u; i--) {
        uint at = slot * RECORD_VECTORS + i - 1u;
        uvec4 others = record_cities[at], trails = record_trails[at];
        for (uint k = 4u; k > 0u; k--) {
            trail = others[k - 1u] == other ? trails[k - 1u] : trail;
        }
    }
    return trail;
}

// city_in_record returns the other city of the edge at a place of the record, ~0 if there is none.
uint city_in_record(uint place) { return record_cities[slot * RECORD_VECTORS + place / 4u][place % 4u]; }

uint trail_of(uint from, uint to) { return record_trail(to); }

uint candidate_trail(uint v) { return record_trail(candidate_city[v]); }

// own_place returns a place of this invocation, TRAILS or more if there is none.
uint own_place(uint v) { return lane < TEAM ? lane + v * TEAM : TRAILS; }

// change_trail changes the trail of the edge to another city. If the record has none, the new one
// takes the place of the least recently added.
void change_trail(uint other) {
    uint place = TRAILS;
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        place = own_place(v) < TRAILS && own_trails[v].x == other ? min(place, own_place(v)) : place;
    }
    place = subgroup_min(place);
    bool added = place == TRAILS;
    place = added ? tail : place;
    tail = added ? (tail + 1u) % TRAILS : tail;
    has_new_tail = has_new_tail || added;
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        uint before = added ? initial : own_trails[v].y, updated = updated_trail(before);
        bool here = own_place(v) == place;
        // Most edges have the least trail, which does not change.
        changed |= here && (added || updated != before) ? 1u << v : 0u;
        own_trails[v] = here ? uvec2(other, updated) : own_trails[v];
    }
}

// update_edge does nothing: enter_city updates the records.
void update_edge(bool update, uint to, bool owner, uint trail) {}

// leave_city writes the changes of the record.
void leave_city() {
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        if ((changed >> v & 1u) != 0u) {
            pheromone[record_city * TRAILS + own_place(v)] = own_trails[v];
        }
    }
    if (has_new_tail && lane == 0u) {
        tails[record_city] = tail;
    }
    changed = 0u;
    has_new_tail = false;
}

// enter_city loads the record of the current city. With update it changes the trail of the edge
// to it in the records of both cities. The loads come first, because the changes do not wait for
// them.
void enter_city(bool update) {
    uvec2 loaded[OWN_TRAILS];
    uint loaded_city = colony * cities + current_city;
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        loaded[v] = pheromone[loaded_city * TRAILS + min(own_place(v), TRAILS - 1u)];
    }
    uint loaded_tail = tails[loaded_city];
    subgroup_use_first(loaded_tail); // other ants may change it
    if (update) {
        change_trail(current_city);
    }
    leave_city();
    record_city = loaded_city;
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        own_trails[v] = loaded[v];
    }
    tail = loaded_tail;
    if (update && SYMMETRIC == 1u) {
        change_trail(entered);
    }
    entered = current_city;
    for (uint v = 0u; v < OWN_TRAILS; v++) {
        uint place = own_place(v);
        if (place < TRAILS) {
            record_cities[slot * RECORD_VECTORS + place / 4u][place % 4u] = own_trails[v].x;
            record_trails[slot * RECORD_VECTORS + place / 4u][place % 4u] = own_trails[v].y;
        }
    }
}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) {
    subgroup_barrier(); // another invocation may have written the first city's tail
    current_city = to;
    enter_city(true);
    subgroup_after_load(); // all invocations have loaded the record without the change
}
