// Trails in records, changed while others read them. All invocations of an ant hold the record of the city where it is, since it
// arrived there, and make the same changes to it; one of them writes these.
#include "record_update.glsl"

uint at; // where the ant was when it last arrived, counted in its colony

uint trail_of(uint from, uint to) { return record_trail(to); }

// cross leaves the update to arrive.
void update_edge(uint to, uint trail) {}

// arrive brings the record of a city and, with an update, changes the trail of the edge that has led there.
void enter_city(uint city, bool update) {
    uint before = at;
    at = city;
    if (update) {
        update_record(city, lane == 0u);
    }
    load_record_and_tail(colony * cities + city);
    if (update && SYMMETRIC == 1u) {
        subgroup_after_load(); // the record as it was
        update_record(before, lane == 0u);
    }
}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) { enter_city(to, true); }
