// Trails in a matrix, changed while others read them.
#include "matrix.glsl"

uint trail_of(uint from, uint to) { return pheromone[cell_of(colony, from, to)]; }

// cross updates the trail of the edge to the city that the ant goes to; one invocation calls it.
void update_edge(uint to, uint trail) {
    uint updated = updated_trail(trail);
    if (updated != trail) { // most edges have the least trail, and keep it
        pheromone[cell_of(colony, current_city, to)] = updated;
    }
}

// arrive has nothing to do where ants have no records.
void enter_city(uint city, bool update) {}

// close_tour updates the trail of the edge from the last city to the first.
void close_tour(uint to) {
    if (lane == 0u) {
        update_edge(to, trail_of(current_city, to));
    }
}
