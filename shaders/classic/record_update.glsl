// Changes to a city's record of a selective memory. The includer has updated_trail, the buffer
// tails, and what record.glsl needs.
#include "record.glsl"

uint tail; // place of the least recently added edge of the record

// load_record_and_tail loads a record that will be changed.
void load_record_and_tail(uint city) {
    load_record(city);
    tail = tails[city];
}

// place_of returns the place of the edge to another city, TRAILS if there is none.
uint place_of(uint other) {
    uint place = TRAILS;
    for (uint i = TRAILS; i > 0u; i--) {
        place = record[i - 1u].x == other ? i - 1u : place;
    }
    return place;
}

// update_record changes the trail of the edge to another city, or adds the edge. Only the
// invocation with writes stores the change.
void update_record(uint other, bool writes) {
    uint place = place_of(other), before = record_trail(other);
    uvec2 pair = uvec2(other, updated_trail(before));
    bool added = place == TRAILS;
    if (added) {
        place = tail;
        tail = (tail + 1u) % TRAILS;
    }
    for (uint i = 0u; i < TRAILS; i++) {
        record[i] = i == place ? pair : record[i];
    }
    if (writes && (added || pair.y != before)) {
        pheromone[record_city * TRAILS + place] = pair;
        if (added) {
            tails[record_city] = tail;
        }
    }
}
