// Trails in a matrix that other ants change at the same time, with copies of the candidates'
// trails in the order of the lists. The cells of a city's candidates are in different lines of
// the cache; their copies are in one.
//
// Each update changes the cell and the copies of both cities. An ant changes the copies of a city
// when it leaves it, and so does not wait for them before it chooses. If several ants race, each
// of the three can lose an update. They can then differ until later updates make them equal.
//
// The includer has acs.glsl, subgroup_ant.glsl, fixed.glsl, pseudorandom.glsl, updated_trail and
// the buffers pheromone and candidate_trails.
uint candidate_trails_of[PER_INVOCATION]; // of the current city
uint came_from = NO_CITY; // the previous city, if the copy of that edge has yet to be updated

uint trail_of(uint from, uint to) { return pheromone[cell_of(colony, from, to)]; }

// candidate_trail returns the trail to a candidate of this invocation.
uint candidate_trail(uint v) { return candidate_trails_of[v]; }

uint copy_of(uint v) { return (colony * cities + current_city) * CANDIDATES + candidate_place(v); }

// enter_city loads the copies of the current city. Only records need to know whether the ant
// updates the edge to it.
void enter_city(bool update) {
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        candidate_trails_of[v] = candidate_trails[copy_of(v)];
    }
}

// update_copies updates two copies of the current city: for the edge from the previous city and
// for the edge to the next one; NO_CITY: none.
void update_copies(uint to) {
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint updated = updated_trail(candidate_trails_of[v]);
        bool crossed = candidate_city[v] == to || candidate_city[v] == came_from;
        // Most edges have the least trail, which does not change.
        if (crossed && updated != candidate_trails_of[v]) {
            candidate_trails[copy_of(v)] = updated;
        }
    }
    came_from = NO_CITY;
}

// update_edge updates the trail of the edge to the next city. One invocation, the owner, has the
// trail.
void update_edge(bool update, uint to, bool owner, uint trail) {
    update_copies(update ? to : NO_CITY);
    came_from = update && SYMMETRIC == 1u ? current_city : NO_CITY;
    uint updated = updated_trail(trail);
    bool writes = update && owner && updated != trail;
    if (subgroup_any(writes)) { // most steps need no address
        if (writes) {
            pheromone[cell_of(colony, current_city, to)] = updated;
        }
    }
}

// leave_city makes the updates that are left.
void leave_city() { update_copies(NO_CITY); }

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) {
    update_edge(true, to, lane == 0u, trail_of(current_city, to));
    current_city = to;
    load_candidates();
    enter_city(true);
    subgroup_after_load(); // no team may write before all have loaded
}
