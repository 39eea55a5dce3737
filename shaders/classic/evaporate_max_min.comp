#version 460
// Evaporation of MMAS down to the lower limit, or renewal of the trails. One work-group per range
// of a colony's trails.
// Go reference: aco/classic/reference/evaporate_max_min.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"

layout(constant_id = 1) const uint PER_INVOCATION = 8; // trails per invocation

layout(push_constant) uniform Push {
    uint first, count; // ranges of all colonies
    uint trails;       // of a colony
    uint keep;         // (1 − ρ)·2³²
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uint pheromone[]; };

const uint RANGE = GROUP_SIZE * PER_INVOCATION;

void main() {
    if (group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    uint ranges = (trails + RANGE - 1u) / RANGE;
    colony = unit / ranges;
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint from = (unit - colony * ranges) * RANGE;
    uint renewal = state[COLONY].renewal, least = state[COLONY].trail_min, most = state[COLONY].trail_max;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint place = from + v * GROUP_SIZE + gl_LocalInvocationIndex;
        if (place < trails) {
            uint trail = pheromone[colony * trails + place];
            uint high, low;
            umulExtended(trail, keep, high, low);
            pheromone[colony * trails + place] = renewal == SMOOTH_TRAILS ? trail + (most - trail) / 2u
                : renewal == REINITIALISE_TRAILS                          ? most
                                                                          : max(least, high);
        }
    }
}
