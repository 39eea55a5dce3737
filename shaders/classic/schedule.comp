#version 460
// The schedule of MMAS: the limits of the trails, the tour that is reinforced, and the renewal of
// the trails. One work-group per colony. The rules and their sources are in the Go reference,
// aco/classic/reference/schedule.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"

layout(constant_id = 1) const uint PERIOD_FALLS = 0; // 1: see best_period
// 1: the best tour of the run is reinforced, never the best since the trails were initialised
layout(constant_id = 2) const uint REINFORCES_BEST = 0;
layout(constant_id = 3) const uint RENEWAL = 0; // of converged trails: 0, SMOOTH_TRAILS or REINITIALISE_TRAILS

layout(push_constant) uniform Push {
    uint first, count; // colonies
    uint cities, ants;
    // The upper limit times the best length, in units, below 2⁶³.
    uint upper_low, upper_high;
    uint tour_deposit_low, tour_deposit_high; // deposit of a tour times its length
    // Lower limit as a share of the upper one, in parts of 2³².
    uint limit_ratio;
    uint converged_below;                     // branches
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer LengthsBuffer { uvec2 lengths[]; };
layout(set = 0, binding = 3, std430) readonly buffer BestTourBuffer { uint best_tour[]; };
layout(set = 0, binding = 4, std430) buffer RestartTourBuffer { uint restart_tour[]; };
layout(set = 0, binding = 5, std430) writeonly buffer DepositTourBuffer { uint deposit_tour[]; };

const uint DEFAULT_BEST_PERIOD = 25;
const uint RESTART_BEST_ITERATIONS = 50;
const uint REINITIALISE_AFTER = 250;

// The tour that is reinforced.
const uint ITERATION = 0;
const uint RESTART = 1;
const uint BEST = 2;

uint best_period(uint since) {
    if (PERIOD_FALLS == 0u || since < 25u) {
        return DEFAULT_BEST_PERIOD;
    }
    return since < 75u ? 5u : since < 125u ? 3u : since < 250u ? 2u : 1u;
}

shared uint quotients[2];

void main() {
    if (group_index() >= count) {
        return;
    }
    colony = first + group_index();
    if (state[COLONY].stop != 0u) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint now = state[COLONY].iteration;
    uint ant = colony * ants + state[COLONY].iteration_ant;
    uint tour = ant * cities, own = colony * cities;

    uvec2 length = lengths[ant];
    bool better = long_less(length, state[COLONY].restart_length);
    uvec2 restart_length = better ? length : state[COLONY].restart_length;
    uint restart_best = better ? now : state[COLONY].restart_best;
    uvec2 best_length = state[COLONY].best_length;

    uint chosen = ITERATION;
    uint period = best_period(now - 1u - state[COLONY].restart);
    if (now % period == 0u) {
        chosen = REINFORCES_BEST != 0u || (period == 1u && now - restart_best > RESTART_BEST_ITERATIONS) ? BEST : RESTART;
        length = chosen == BEST ? best_length : restart_length;
    }
    if (chosen == RESTART && better) {
        chosen = ITERATION; // the same tour; restart_tour is not written yet
    }
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        uint city = tours[tour + k];
        if (better) {
            restart_tour[own + k] = city;
        }
        if (chosen == RESTART) {
            city = restart_tour[own + k];
        } else if (chosen == BEST) {
            city = best_tour[own + k];
        }
        deposit_tour[own + k] = city;
    }
    if (lane < 2u) { // two divisions at once
        uvec2 dividend = lane == 0u ? uvec2(upper_low, upper_high) : uvec2(tour_deposit_low, tour_deposit_high);
        quotients[lane] = quotient(dividend, lane == 0u ? best_length : length, ~0u);
    }
    barrier(); // all invocations have read the state
    if (lane != 0u) {
        return;
    }
    uint high, low;
    umulExtended(quotients[0], limit_ratio, high, low);
    state[COLONY].trail_max = max(1u, quotients[0]);
    state[COLONY].trail_min = max(1u, high);
    state[COLONY].amount = quotients[1];

    uint renewal = 0u;
    if (checks_convergence(now - 1u) && state[COLONY].branches < converged_below) {
        if (RENEWAL == SMOOTH_TRAILS) {
            renewal = SMOOTH_TRAILS;
        } else if (RENEWAL == REINITIALISE_TRAILS && now - restart_best > REINITIALISE_AFTER) {
            renewal = REINITIALISE_TRAILS;
            restart_length = uvec2(~0u);
            state[COLONY].restart = now;
        }
    }
    state[COLONY].restart_length = restart_length;
    state[COLONY].restart_best = restart_best;
    state[COLONY].renewal = renewal;
    state[COLONY].branches = 0u;
}
