#version 460
// The best tour, where the one that was checked is better. An invocation a place. Go twin: aco/merged/reference/keep.go.
#include "include/stage.glsl"
#include "include/group.glsl"
#include "include/long.glsl"
#define STATE_ACCESS readonly
#include "include/merged_state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, period;
};

#include "include/merged_check.glsl"
#include "include/merged_deal.glsl"
layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) writeonly buffer BestTourBuffer { uint best_tour[]; };

void main() {
    if (group_index() >= count) {
        return;
    }
    deal(cities);
    if (item < cities && checks(colony) && sound(colony) && long_less(state[colony].measured, state[colony].best)) {
        best_tour[colony * cities + item] = tours[(2u * colony + (state[colony].iteration & 1u)) * cities + item];
    }
}
