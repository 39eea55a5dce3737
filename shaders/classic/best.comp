#version 460
// Updates the best tour, counts the iteration and applies the stop rules. One work-group per
// colony. Go reference: aco/classic/reference/best.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"

layout(constant_id = 1) const uint HISTORY = 1024; // iterations whose best length is stored

layout(push_constant) uniform Push {
    uint first, count; // colonies
    uint cities, ants;
    uint target_low, target_high; // stop at this length
    uint stall;                   // most iterations without improvement; 0: no limit
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer LengthsBuffer { uvec2 lengths[]; };
layout(set = 0, binding = 3, std430) writeonly buffer BestTourBuffer { uint best_tour[]; };
// By colony, then by iteration modulo HISTORY.
layout(set = 0, binding = 4, std430) writeonly buffer HistoryBuffer { uvec2 history[]; };

shared uvec2 shortest[GROUP_SIZE];
shared uint shortest_ant[GROUP_SIZE];

void keep_shorter(uint lane, uvec2 length, uint ant) {
    if (long_less(length, shortest[lane]) || (length == shortest[lane] && ant < shortest_ant[lane])) {
        shortest[lane] = length;
        shortest_ant[lane] = ant;
    }
}

void main() {
    if (group_index() >= count) {
        return;
    }
    colony = first + group_index();
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    shortest[lane] = uvec2(~0u);
    shortest_ant[lane] = ~0u;
    for (uint ant = lane; ant < ants; ant += GROUP_SIZE) {
        keep_shorter(lane, lengths[colony * ants + ant], ant);
    }
    for (uint stride = GROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (lane < stride) {
            keep_shorter(lane, shortest[lane + stride], shortest_ant[lane + stride]);
        }
    }
    barrier();

    uvec2 length = shortest[0];
    uint ant = shortest_ant[0];
    bool better = long_less(length, state[COLONY].best_length);
    if (better) {
        for (uint k = lane; k < cities; k += GROUP_SIZE) {
            best_tour[colony * cities + k] = tours[(colony * ants + ant) * cities + k];
        }
    }
    barrier(); // all invocations have read the state
    if (lane == 0u) {
        history[colony * HISTORY + state[COLONY].iteration % HISTORY] = length;
        state[COLONY].iteration++;
        state[COLONY].iteration_ant = ant;
        if (better) {
            state[COLONY].best_length = length;
            state[COLONY].best_ant = ant;
            state[COLONY].best_iteration = state[COLONY].iteration;
        }
        if (!long_less(uvec2(target_low, target_high), state[COLONY].best_length)) {
            state[COLONY].stop = TARGET_REACHED;
        } else if (stall > 0u && state[COLONY].iteration - state[COLONY].best_iteration >= stall) {
            state[COLONY].stop = STALLED;
        }
    }
}
