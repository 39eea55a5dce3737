// Changes to a city's record of a selective memory. The including shader has trail_update.glsl, the buffer tails, and what record.glsl needs.
#include "record.glsl"

uint tail; // place of the least recently added edge of the record

// load_record_and_tail loads a record that will be changed.
void load_record_and_tail(uint city) {
    load_record(city);
    tail = tails[city];
}

// update_record changes the trail of the edge to another city, or adds the edge. Only the invocation with writes stores the change.
void update_record(uint other, bool writes) {
    uint place = tail;
    bool added = true;
    for (uint i = TRAILS; i > 0u; i--) {
        if (record[i - 1u].x == other) {
            place = i - 1u;
            added = false;
        }
    }
    uint before = record_trail(other);
    uvec2 pair = uvec2(other, updated_trail(before));
    for (uint i = 0u; i < TRAILS; i++) {
        record[i] = i == place ? pair : record[i];
    }
    if (added) {
        tail = (tail + 1u) % TRAILS;
    }
    if (writes && (added || pair.y != before)) {
        pheromone[record_city * TRAILS + place] = pair;
        if (added) {
            tails[record_city] = tail;
        }
    }
}
