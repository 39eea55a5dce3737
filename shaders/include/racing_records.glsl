// Trails in records that other ants change at the same time. All invocations of an ant hold the record of the current city as it was on arrival,
// and make the same changes to it. One of them writes the changes.
#include "record_update.glsl"

uint at; // the city that the ant entered last, without the colony's offset

uint trail_of(uint from, uint to) { return record_trail(to); }

// update_edge does nothing: enter_city updates the records.
void update_edge(uint to, uint trail) {}

// enter_city loads the record of a city. With update it changes the trail of the edge to it in the records of both cities.
void enter_city(uint city, bool update) {
    uint before = at;
    at = city;
    if (update) {
        update_record(city, lane == 0u);
    }
    load_record_and_tail(colony * cities + city);
    if (update && SYMMETRIC == 1u) {
        subgroup_after_load(); // all invocations have loaded the record without this change
        update_record(before, lane == 0u);
    }
}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) { enter_city(to, true); }
