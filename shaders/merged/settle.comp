#version 460
// Updates the best length after a check, and applies the stop rules. One work-group of one
// invocation per colony.
// Go reference: aco/merged/reference/settle.go.
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // colonies
    uint period;
    uint target_low, target_high; // stop at this length
    uint stall;                   // most iterations without improvement; 0: no limit
};

#include "check.glsl"

void main() {
    uint colony = first + group_index();
    if (group_index() >= count || !is_check_due(colony)) {
        return;
    }
    State s = state[colony];
    if (s.measured != s.tour_length) {
        s.faults |= FAULT_LENGTH;
    }
    if (s.faults == 0u && long_less(s.measured, s.best)) {
        s.best = s.measured;
        s.best_iteration = s.iteration;
    }
    if (s.faults != 0u) {
        s.stop = FAULTY;
    } else if (!long_less(uvec2(target_low, target_high), s.best)) {
        s.stop = TARGET_REACHED;
    } else if (stall > 0u && s.iteration - s.best_iteration >= stall) {
        s.stop = STALLED;
    }
    state[colony] = s;
}
