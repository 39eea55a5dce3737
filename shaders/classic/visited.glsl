// The visited flags of an ant, one bit per city, in shared memory. Each invocation has VECTORS
// consecutive vectors of four cities. The includer has fixed.glsl, the push constants first,
// cities and pitch, the buffers weights (vectors of four) and tours, and the constant
// SKIP_VISITED. If it is 1, unvisited_weights does not load vectors whose four cities are
// visited, which pays for long rows.
#include "four.glsl"

layout(constant_id = 1) const uint VECTORS = 1;
const uint OWN_CITIES = 4 * VECTORS;

shared uint visited[(GROUP_SIZE * OWN_CITIES + 31) / 32];
shared uint current_city;

bool is_visited(uint city) {
    return (visited[city >> 5] >> (city & 31u) & 1u) != 0u;
}

// visited_flags returns the flags of four cities.
uint visited_flags(uint vector) {
    return visited[vector >> 3] >> (4u * vector & 31u) & 15u;
}

// visit moves the ant to a city; one invocation calls it.
void visit(uint city, uint place) {
    current_city = city;
    atomicOr(visited[city >> 5], 1u << (city & 31u));
    tours[place] = city;
}

// publish makes a visit visible to all invocations.
void publish() {
    barrier();
}

// restore marks the padding of the row and the cities of earlier dispatches as visited.
void restore(uint tour, uint lane) {
    for (uint i = lane; i < (GROUP_SIZE * OWN_CITIES + 31) / 32; i += GROUP_SIZE) {
        uint from = 32u * i;
        visited[i] = from >= cities ? ~0u : from + 32u <= cities ? 0u : ~0u << (cities - from);
    }
    barrier();
    for (uint step = lane; step < first; step += GROUP_SIZE) {
        uint city = tours[tour + step];
        atomicOr(visited[city >> 5], 1u << (city & 31u));
    }
    if (lane == 0u && first > 0u) {
        current_city = tours[tour + first - 1u];
    }
    barrier();
}

// next_unvisited returns the first unvisited city from a given one on, or end.
uint next_unvisited(uint city, uint end, uint where) {
    // Ends: city grows.
    while (city < end) {
        uint unvisited = ~visited[city >> 5] >> (city & 31u);
        if (unvisited != 0u) {
            return min(end, city + uint(findLSB(unvisited)));
        }
        city = (city | 31u) + 1u;
    }
    return end;
}

uint city_of(uint city, uint where) { return city; }

// unvisited_weights returns four weights of a row, 0 for visited cities and cities that a fixed
// edge excludes.
uvec4 unvisited_weights(uint row, uint vector) {
    uint flags = flags_with_excluded(visited_flags(vector), 4u * vector, 4u);
    if (SKIP_VISITED == 1u && flags == 15u) {
        return uvec4(0);
    }
    // The flags of the padding are set.
    return without_visited(weights[row + min(vector, pitch / 4u - 1u)], flags);
}
