// Distances between cities: from the matrix or, with COORDINATES, computed. Cities are then in the
// plane; with SPACE too, in space or on the globe; with HAVERSINE too, on the globe with
// great-circle distances.
//
// The includer defines DISTANCE_BINDING, the slot of the matrix or of the coordinates, and has
// long.glsl and the push constants cities and pitch.
#ifdef HAVERSINE
#include "haversine.glsl"
#elif defined(COORDINATES)
layout(constant_id = 20) const uint METRIC = 0;
#include "float64.glsl"
#include "metric.glsl"
#include "grid.glsl"
#endif
#ifdef SPACE
// In groups of four words: aco/distance/space.go and haversine.go have the layout.
layout(set = 0, binding = DISTANCE_BINDING, std430) readonly buffer CoordinatesBuffer { uvec4 coordinates[]; };
#ifdef HAVERSINE
uint distance_of(uint from, uint to) { return haversine(coordinates[from].xyz, coordinates[to].xyz); }
#else
#include "float64_program.glsl"
#include "space.glsl"

uint distance_of(uint from, uint to) {
    uvec3 a = coordinates[from].xyz, b = coordinates[to].xyz;
    uvec3 delta = max(a, b) - min(a, b);
    return UNITS == GRID_EXACT ? exact_distance(delta) : space_distance(from, to, delta);
}
#endif
#elif defined(COORDINATES)
// The grid coordinates of all cities. Unless the grid is exact, the float64 bits of the cities' x
// and y follow (aco/distance/planar.go).
layout(set = 0, binding = DISTANCE_BINDING, std430) readonly buffer CoordinatesBuffer { uvec2 coordinates[]; };

uvec4 bits_of(uint city) {
    uint at = cities + 2u * city;
    return uvec4(coordinates[at], coordinates[at + 1u]);
}

uint distance_of(uint from, uint to) {
    uvec2 a = coordinates[from], b = coordinates[to];
    uvec2 delta = max(a, b) - min(a, b);
    if (UNITS == GRID_EXACT) {
        return exact_distance(delta);
    }
    uint d;
    if (UNITS != GRID_NONE && grid_distance(delta, d)) {
        return d;
    }
    return plane_distance(METRIC, bits_of(from), bits_of(to));
}
#else
layout(set = 0, binding = DISTANCE_BINDING, std430) readonly buffer DistancesBuffer { uint distances[]; };

#ifdef HAS_NODE_PAIRS
// 1: cities are nodes of pairs; see reduce.NodePairs.
layout(constant_id = 9) const uint NODE_PAIRS = 0;
// Distance of two nodes of the same kind: no move that adds such an edge gains.
const uint FORBIDDEN = 1u << 30;
#endif

uint distance_of(uint from, uint to) {
#ifdef HAS_NODE_PAIRS
    if (NODE_PAIRS == 1u) {
        uint leave = (from & 1u) == 0u ? from : to, enter = from ^ to ^ leave;
        return ((from ^ to) & 1u) == 0u ? FORBIDDEN : distances[(leave >> 1u) * pitch + (enter >> 1u)];
    }
#endif
    return distances[from * pitch + to];
}
#endif
