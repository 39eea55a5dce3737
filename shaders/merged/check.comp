#version 460
// Checks the tour: sums its edges, and counts the positions whose city has another position. One
// invocation per position. With COORDINATES distances are computed. Go reference:
// aco/merged/reference/check.go.
#extension GL_EXT_control_flow_attributes : require
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, places, pitch, period;
};

#include "change.glsl"
#include "positions.glsl"
#include "check.glsl"
#include "item.glsl"
#include "sum.glsl"
layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer PositionsBuffer { uint positions[]; };
#define DISTANCE_BINDING 3
#define HAS_NODE_PAIRS
#include "../include/distance.glsl"

shared uint faults;

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(places);
    if (!is_check_due(colony)) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        clear_sum();
        faults = 0u;
    }
    barrier();
    if (item < places) {
        uint tour = (2u * colony + (state[colony].iteration & 1u)) * places;
        uint city = tours[tour + item], next = tours[tour + after(item)];
        if (city >= cities || positions[colony * cities + city] != item) {
            atomicAdd(faults, 1u);
        }
        if (city < cities && next < cities) {
            add_to_sum(uvec2(distance_of(city, next), 0u));
        }
    }
    barrier();
    if (lane == 0u) {
        uint old = atomicAdd(state[colony].measured.x, sum_low);
        atomicAdd(state[colony].measured.y, sum_high + carry_of(old, sum_low));
        atomicAdd(state[colony].faults, faults);
    }
}
