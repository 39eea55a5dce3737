#version 460
// Copies a valid tour that is shorter than the best tour to the best tour. One invocation per
// position. Go reference: aco/merged/reference/keep.go.
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint places, period;
};

#include "check.glsl"
#include "item.glsl"
layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) writeonly buffer BestTourBuffer { uint best_tour[]; };

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(places);
    if (item < places && is_check_due(colony) && is_valid(colony) &&
        long_less(state[colony].measured, state[colony].best)) {
        uint tour = (2u * colony + (state[colony].iteration & 1u)) * places;
        best_tour[colony * places + item] = tours[tour + item];
    }
}
