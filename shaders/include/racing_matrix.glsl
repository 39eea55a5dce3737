// Trails in a matrix that other ants change at the same time.
#include "matrix.glsl"

uint trail_of(uint from, uint to) { return pheromone[cell_of(colony, from, to)]; }

// update_edge updates the trail of the edge to the next city; one invocation calls it.
void update_edge(uint to, uint trail) {
    uint updated = updated_trail(trail);
    if (updated != trail) { // most edges have the least trail, which does not change
        pheromone[cell_of(colony, current_city, to)] = updated;
    }
}

// enter_city does nothing: only a selective memory has records.
void enter_city(uint city, bool update) {}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) {
    if (lane == 0u) {
        update_edge(to, trail_of(current_city, to));
    }
}
