#version 460
// Tour construction of Ant System in which each invocation of an ant's work-group offers a city, and the offer with the largest value wins.
// The rules and their sources are in the Go references: aco/classic/reference/iroulette.go with IROULETTE, otherwise tiled.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/group.glsl"
#include "../include/long.glsl"
#include "../include/philox.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };

#include "visited.glsl"
#define VECTOR_WEIGHTS
#include "fixed_weights.glsl"

// Offer is a city and its value: 64 bits, low word first.
struct Offer {
    uvec2 value;
    uint city;
};

const Offer NONE = Offer(uvec2(0), ~0u);

// keep_better replaces an offer by one of larger value. Among equal values the smaller city wins.
void keep_better(inout Offer best, Offer other) {
    if (long_less(best.value, other.value) || (best.value == other.value && other.city < best.city)) {
        best = other;
    }
}

shared uvec2 subgroup_values[GROUP_SIZE / MIN_SUBGROUP];
shared uint subgroup_cities[GROUP_SIZE / MIN_SUBGROUP];

// best_of_group returns the best offer of all invocations.
Offer best_of_group(Offer own) {
    uint high = subgroup_max(own.value.y);
    bool last_round = own.value.y == high;
    uint low = subgroup_max(last_round ? own.value.x : 0u);
    uint city = subgroup_min(last_round && own.value.x == low ? own.city : ~0u);
    if (subgroup_elect()) {
        subgroup_values[subgroup_index] = uvec2(low, high);
        subgroup_cities[subgroup_index] = city;
    }
    barrier();
    Offer best = NONE;
    for (uint s = 0u; s < subgroup_count; s++) {
        keep_better(best, Offer(subgroup_values[s], subgroup_cities[s]));
    }
    return best;
}

// draws returns the four random words of a step from draw 4·block on.
uvec4 draws(uint ant, uint step, uint block) {
    return philox(uvec4(state.iteration, ant, step, block), uvec2(seed, seed_high));
}

#ifdef IROULETTE
#include "iroulette.glsl"
#else
#include "tiled.glsl"
#endif

void main() {
    uint ant = group_index();
    if (state.stop != 0u || ant >= ants) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint tour = ant * cities;
    bool last_of_subgroup = subgroup_lane == subgroup_max(subgroup_lane);
    restore(tour, lane);
    begin_steps(tour);

    for (uint step = first; step < first + count; step++) {
        uint city;
        if (step == 0u) {
            city = multiply_high(draws(ant, 0u, 0u).x, cities);
        } else {
            begin_step(current_city);
            city = best_of_group(offer(ant, step, lane, last_of_subgroup)).city;
        }
        if (lane == 0u) {
            visit(city, tour + step);
        }
        barrier();
    }
}
