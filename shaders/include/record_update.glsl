// Changes to a city's record of a selective memory. The including shader has changed and, besides what record.glsl needs, the buffer
// tails.
#include "record.glsl"

uint tail; // of the record that is held

// hold_record loads a record that will be changed.
void hold_record(uint city) {
    load_record(city);
    tail = tails[city];
}

// update_record changes the trail of the edge to another city, or adds it. Of several invocations that hold the record, one writes.
void update_record(uint other, bool writes) {
    uint place = value_at(first_ends, other, FIRST, value_at(other_ends, other, OTHERS, TRAILS));
    bool added = place == TRAILS;
    place = added ? tail : place;
    uint before = recorded(other), after = changed(before);
    bvec4 in_first = equal(FIRST, uvec4(place)), in_others = equal(OTHERS, uvec4(place));
    first_ends = mix(first_ends, uvec4(other), in_first);
    other_ends = mix(other_ends, uvec4(other), in_others);
    first_trails = mix(first_trails, uvec4(after), in_first);
    other_trails = mix(other_trails, uvec4(after), in_others);
    tail = added ? (tail + 1u) % TRAILS : tail;
    if (writes && (added || after != before)) {
        pheromone[record_city * TRAILS + place] = uvec2(other, after);
        if (added) {
            tails[record_city] = tail;
        }
    }
}
