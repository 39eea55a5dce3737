#version 460
// Writes the next tour. One invocation per position, which traces the position back through the
// accepted changes. With COORDINATES it also writes the coordinates of the city.
// Go reference: aco/merged/reference/rewrite.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, places, ants;
};

layout(set = 0, binding = 1, std430) buffer ClaimsBuffer { uint claims[]; };
#define HEADERS_BINDING 2
#define HEADERS_ACCESS readonly
#define PIECES_BINDING 3
#include "change.glsl"
#include "positions.glsl"
#include "accepted.glsl"
#include "item.glsl"
// Ant, low and high of each.
layout(set = 0, binding = 4, std430) readonly buffer AcceptedLongBuffer { uint accepted_long[]; };
layout(set = 0, binding = 5, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 6, std430) writeonly buffer PositionsBuffer { uint positions[]; };
#ifdef COORDINATES
#ifdef SPACE
#define GRID_WORDS uvec4
#else
#define GRID_WORDS uvec2
#endif
layout(set = 0, binding = 7, std430) readonly buffer CoordinatesBuffer { GRID_WORDS coordinates[]; };
layout(set = 0, binding = 8, std430) writeonly buffer VisitsBuffer { uvec4 visits[]; };
#endif

// origin returns the previous position of the city that a change moves to a position of its
// interval.
uint origin(uint position, uint change) {
    uint begin = change * MAX_PIECES, piece = 0u;
    for (uint step = MAX_PIECES / 2u; step > 0u; step /= 2u) {
        if (piece + step < headers[change].pieces && change_pieces[begin + piece + step].x <= position) {
            piece += step;
        }
    }
    uvec2 found = change_pieces[begin + piece];
    uint from = found.y >> 1, offset = position - found.x;
    return (found.y & 1u) == 0u ? from + offset : from - offset;
}

// source returns where the previous tour has the city of a position.
uint source(uint position, uint now) {
    uint accepted = min(state[colony].long_accepted, MAX_LONG);
    for (uint i = 0u; i < accepted; i++) {
        uint at = 3u * (MAX_LONG * colony + i);
        if (accepted_long[at + 1u] <= position && position <= accepted_long[at + 2u]) {
            position = origin(position, colony * ants + accepted_long[at]);
        }
    }
    uint claims_at = claims_of(colony, now - 1u);
    for (uint size_class = CLASS_LONG; size_class-- > 0u;) { // ends: size_class counts down
        uint change = accepted_at(position, size_class, claims_at, colony);
        if (change != ~0u && in_interval(position, change)) {
            position = origin(position, change);
        }
    }
    return position;
}

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(places);
    if (item >= places || state[colony].stop != 0u) {
        return;
    }
    uint now = state[colony].iteration;
    // a tour of 8 places or more has fewer claims than places.
    if (item < first_block(CLASS_LONG)) {
        claims[claims_of(colony, now) + item] = 0u;
    }
    uint city = tours[(2u * colony + ((now - 1u) & 1u)) * places + source(item, now)];
    tours[(2u * colony + (now & 1u)) * places + item] = city;
    positions[colony * cities + city] = item;
#ifdef COORDINATES
#ifdef SPACE
    visits[colony * places + item] = uvec4(city, coordinates[city].xyz);
#else
    visits[colony * places + item] = uvec4(city, coordinates[city], 0u);
#endif
#endif
}
