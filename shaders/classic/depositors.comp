#version 460
// With a deposit rule: multiplies each ant's deposit by the weight of its rank, and appends the
// best tour of an ant so far, with its deposit, to the tours of the ants. One work-group per tour.
// Go reference: aco/classic/reference/depositors.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
#include "state.glsl"
#include "../include/long.glsl"

layout(push_constant) uniform Push {
    uint first, count; // tours
    uint cities, ants;
    uint deposit_cap;                 // units
    uint quantity_low, quantity_high; // units times length, below 2⁶³
};

layout(set = 0, binding = 1, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer LengthsBuffer { uvec2 lengths[]; };
layout(set = 0, binding = 3, std430) buffer AmountsBuffer { uint amounts[]; };
layout(set = 0, binding = 4, std430) buffer RestartTourBuffer { uint restart_tour[]; };
// By rank, then of the best tour of an ant so far.
layout(set = 0, binding = 5, std430) readonly buffer RuleWeightsBuffer { uint rule_weights[]; };

// append_best updates the best tour of an ant, and copies it behind the tours of the ants.
void append_best(uint lane) {
    uint shortest = state[COLONY].iteration_ant;
    uvec2 length = lengths[shortest];
    bool better = long_less(length, state[COLONY].restart_length);
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        if (better) {
            restart_tour[k] = tours[shortest * cities + k];
        }
        tours[ants * cities + k] = restart_tour[k];
    }
    barrier(); // all invocations have read the state
    if (lane == 0u) {
        if (better) {
            state[COLONY].restart_length = length;
        }
        amounts[ants] = rule_weights[ants]
            * quotient(uvec2(quantity_low, quantity_high), state[COLONY].restart_length, deposit_cap);
    }
}

shared uint rank; // ants with a shorter tour, or with an equal one and a smaller number

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
    uint lane = gl_LocalInvocationIndex;
    if (ant == ants) {
        append_best(lane);
        return;
    }
    if (lane == 0u) {
        rank = 0u;
    }
    barrier();
    uvec2 own = lengths[ant];
    uint before = 0u;
    for (uint other = lane; other < ants; other += GROUP_SIZE) {
        uvec2 length = lengths[other];
        before += uint(long_less(length, own) || (length == own && other < ant));
    }
    atomicAdd(rank, before);
    barrier();
    if (lane == 0u) {
        amounts[ant] *= rule_weights[rank];
    }
}
