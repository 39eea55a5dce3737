// Trails in a matrix that other ants change at the same time.
#include "matrix.glsl"

uint trail_of(uint from, uint to) { return pheromone[cell_of(colony, from, to)]; }

// update_edge updates the trail of the edge to the next city. All invocations compute the new trail, because a longer branch for the one that
// updates takes more time.
void update_edge(bool updates, uint to, uint trail) {
    uint cell = cell_of(colony, current_city, to), updated = updated_trail(trail);
    if (updates && updated != trail) { // most edges have the least trail, which does not change
        pheromone[cell] = updated;
    }
}

// enter_city does nothing: only a selective memory has records.
void enter_city(uint city, bool update) {}

// leave_city does nothing: update_edge has updated the trail.
void leave_city() {}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) { update_edge(lane == 0u, to, trail_of(current_city, to)); }
