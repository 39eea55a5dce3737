#version 460
// Copies a valid tour that is shorter than the best tour to the best tour. One invocation per place. With TRAILS it also reinforces the trails
// of its edges. Go reference: aco/merged/reference/keep.go.
#include "include/stage.glsl"
#include "include/group.glsl"
#include "include/long.glsl"
#define STATE_ACCESS readonly
#include "include/merged_state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint places, period;
#ifdef TRAILS
    uint cities, half_life; // half_life: iterations in which a trail loses half of its strength
#endif
};

#include "include/merged_check.glsl"
#include "include/merged_item.glsl"
layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) writeonly buffer BestTourBuffer { uint best_tour[]; };
#ifdef TRAILS
#define CANDIDATES_BINDING 3
#define TRAILS_BINDING 4
#include "include/merged_places.glsl"
#include "include/merged_reinforce.glsl"
#endif

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(places);
    if (item < places && is_check_due(colony) && is_valid(colony) && long_less(state[colony].measured, state[colony].best)) {
        uint tour = (2u * colony + (state[colony].iteration & 1u)) * places;
        best_tour[colony * places + item] = tours[tour + item];
#ifdef TRAILS
        reinforce(tours[tour + item], tours[tour + after(item)], state[colony].iteration, OF_BEST);
#endif
    }
}
