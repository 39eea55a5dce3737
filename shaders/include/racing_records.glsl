// Trails in records that other ants change at the same time. All invocations of an ant hold the record of the current city as it was on arrival,
// and make the same changes to it. One of them writes the changes, when the ant leaves the city: it does not wait for them before it chooses.
#include "record_update.glsl"

uint at; // the city that the ant entered last, without the colony's offset

// Arrival is the change of the edge by which the ant came to the city. The record in the invocations has only what the choice of the next city
// needs: an edge that makes room is no longer there. The city that the ant came from is visited, so its trail is not read.
struct Arrival {
    bool due; // not written yet
    uint from, place;
    bool added;
} arrival = Arrival(false, 0u, 0u, false);

uint trail_of(uint from, uint to) { return record_trail(to); }

// update_edge does nothing: enter_city updates the records.
void update_edge(bool updates, uint to, uint trail) {}

// expect_arrival prepares the change of the edge from a city.
void expect_arrival(uint from) {
    uint place = place_of(from);
    bool added = place == TRAILS;
    arrival = Arrival(true, from, added ? tail : place, added);
    if (added) {
        for (uint i = 0u; i < TRAILS; i++) {
            record[i].x = i == tail ? from : record[i].x;
        }
        tail = (tail + 1u) % TRAILS;
    }
}

// leave_city writes the change of the edge by which the ant came.
void leave_city() {
    if (!arrival.due) {
        return;
    }
    uint before = initial;
    for (uint i = 0u; i < TRAILS; i++) {
        before = !arrival.added && i == arrival.place ? record[i].y : before;
    }
    if (lane == 0u) {
        store_change(arrival.place, uvec2(arrival.from, updated_trail(before)), before, arrival.added);
    }
    arrival.due = false;
}

// enter_city loads the record of a city. With update it changes the trail of the edge to it in the records of both cities. The loads come first,
// because the changes do not wait for them.
void enter_city(uint city, bool update) {
    uvec2 entered[TRAILS];
    uint entered_city = colony * cities + city;
    for (uint i = 0u; i < TRAILS; i++) {
        entered[i] = pheromone[entered_city * TRAILS + i];
    }
    uint entered_tail = tails[entered_city];
    leave_city();
    if (update) {
        update_record(city, lane == 0u);
    }
    uint before = at;
    at = city;
    record_city = entered_city;
    record = entered;
    tail = entered_tail;
    if (update && SYMMETRIC == 1u) {
        expect_arrival(before);
    }
}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) {
    enter_city(to, true);
    subgroup_after_load(); // all invocations have loaded the record without the change
}
