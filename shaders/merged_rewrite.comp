#version 460
// The next tour. An invocation a place, which follows what comes there back through the accepted changes. With COORDINATES it also says
// where the city lies.
// Go twin: aco/merged/reference/rewrite.go.
#include "include/stage.glsl"
#include "include/group.glsl"
#define STATE_ACCESS readonly
#include "include/merged_state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, ants;
};

layout(set = 0, binding = 1, std430) buffer ClaimsBuffer { uint claims[]; };
#include "include/after.glsl"
#include "include/merged.glsl"
#include "include/merged_blocks.glsl"
#define HEADERS_BINDING 2
#define HEADERS_ACCESS readonly
#define PIECES_BINDING 3
#include "include/merged_change.glsl"
#include "include/merged_deal.glsl"
layout(set = 0, binding = 4, std430) readonly buffer AcceptedLongBuffer { uint accepted_long[]; }; // ant, low and high of each
layout(set = 0, binding = 5, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 6, std430) writeonly buffer PositionsBuffer { uint positions[]; };
#ifdef COORDINATES
layout(set = 0, binding = 7, std430) readonly buffer CoordinatesBuffer { uvec2 coordinates[]; };
layout(set = 0, binding = 8, std430) writeonly buffer VisitsBuffer { uvec4 visits[]; };
#endif

// origin returns the place from which a change brings what comes to a place of its interval.
uint origin(uint place, uint change) {
    uint own = change * MAX_PIECES, piece = 0u;
    for (uint step = MAX_PIECES / 2u; step > 0u; step /= 2u) {
        if (piece + step < headers[change].pieces && change_pieces[own + piece + step].x <= place) {
            piece += step;
        }
    }
    uvec2 found = change_pieces[own + piece];
    uint from = found.y >> 1, offset = place - found.x;
    return (found.y & 1u) == 0u ? from + offset : from - offset;
}

void main() {
    if (group_index() >= count) {
        return;
    }
    deal(cities);
    if (state[colony].stop != 0u || item >= cities) {
        return;
    }
    uint now = state[colony].iteration;
    if (item < first_block(CLASS_LONG)) { // fewer than cities, from 8 of them on
        claims[claims_of(colony, now) + item] = 0u;
    }
    uint place = item;
    for (uint i = 0u; i < state[colony].long_accepted; i++) {
        uint at = 3u * (MAX_LONG * colony + i);
        if (accepted_long[at + 1u] <= place && place <= accepted_long[at + 2u]) {
            place = origin(place, colony * ants + accepted_long[at]);
        }
    }
    uint before = claims_of(colony, now - 1u);
    for (uint size_class = CLASS_LONG; size_class-- > 0u;) {
        uint change = holder(place, size_class, before, colony);
        if (change != ~0u && within(place, change)) {
            place = origin(place, change);
        }
    }
    uint city = tours[(2u * colony + ((now - 1u) & 1u)) * cities + place];
    tours[(2u * colony + (now & 1u)) * cities + item] = city;
    positions[colony * cities + city] = item;
#ifdef COORDINATES
    visits[colony * cities + item] = uvec4(city, coordinates[city], 0u);
#endif
}
