#version 460
// Tour construction: an ant a work-group. The rules and their sources are in the Go twin, aco/reference/construct.go.
// Compiled with TRIAL, it draws by stochastic trial before it turns to roulette.
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"
#include "include/sum.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed;
#ifdef TRIAL
    uint guide_shift;
#endif
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
#ifdef TRIAL
layout(set = 0, binding = 3, std430) readonly buffer SumsBuffer { uint sums[]; };
layout(set = 0, binding = 4, std430) readonly buffer GuideBuffer { uint guide[]; };
layout(constant_id = 2) const uint TRIALS = 16;
#else
const uint TRIALS = 0;
#endif

// A step takes a word for each trial and one for the roulette; Philox makes four at a time.
const uint DRAWS = TRIALS / 4 + 1;
const uint BLOCKS = GROUP_SIZE < 64 ? GROUP_SIZE : 64; // made at once; 1 KiB of words is enough
const uint STEPS = BLOCKS / DRAWS;                      // that they serve
shared uint words[4 * BLOCKS];

#include "include/visited.glsl"
#include "include/roulette.glsl"
#ifdef TRIAL
#include "include/trial.glsl"
#endif

// refill makes the random words of the steps from one on.
void refill(uint ant, uint step, uint lane) {
    if (lane < BLOCKS) {
        uvec4 drawn = philox(uvec4(state.iteration, ant, step + lane / DRAWS, lane % DRAWS), uvec2(seed, 0u));
        for (uint k = 0u; k < 4u; k++) {
            words[4u * lane + k] = drawn[k];
        }
    }
    barrier();
}

void main() {
    uint ant = group_index();
    if (state.stop != 0u || ant >= ants) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint tour = ant * cities;
    bool last_of_subgroup = gl_SubgroupInvocationID == subgroupMax(gl_SubgroupInvocationID);
    recall(tour, lane);
#ifdef TRIAL
    if (lane < 2u) {
        first_success[lane] = ~0u;
    }
#endif

    for (uint i = 0u; i < count; i++) {
        uint step = first + i;
        if (i % STEPS == 0u) {
            refill(ant, step, lane);
        }
        uint from = 4u * DRAWS * (i % STEPS);
        if (step == 0u) {
            if (lane == 0u) {
                visit(multiply_high(words[0], cities), tour);
            }
            barrier();
            continue;
        }
#ifdef TRIAL
        if (try_trials(from, tour + step, lane)) {
            continue;
        }
#endif
        roulette(words[from + TRIALS], tour + step, lane, last_of_subgroup);
    }
}
