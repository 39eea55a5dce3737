// Distances between cities: from the matrix or, with COORDINATES, computed from where they lie. The including shader defines
// DISTANCE_BINDING, the slot of either buffer, and has the push constant pitch.
#ifdef COORDINATES
#include "float64.glsl"
#include "metric.glsl"

layout(constant_id = 20) const uint METRIC = 0;

layout(set = 0, binding = DISTANCE_BINDING, std430) readonly buffer CoordinatesBuffer { uvec4 coordinates[]; };

uint distance_of(uint from, uint to) {
    return plane_distance(METRIC, coordinates[from], coordinates[to]);
}
#else
layout(set = 0, binding = DISTANCE_BINDING, std430) readonly buffer DistancesBuffer { uint distances[]; };

uint distance_of(uint from, uint to) {
    return distances[from * pitch + to];
}
#endif
