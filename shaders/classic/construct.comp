#version 460
// Tour construction of Ant System: one work-group per ant. The rules and their sources are in the
// Go reference, aco/classic/reference/construct.go. Macros choose the variant:
// - TRIAL: stochastic trial first, roulette if all trials fail. GUIDE: the trials search the
// running sums with a guide.
// - TILE: roulette by sums of tiles.
// - LIST: roulette over a list of the unvisited cities. LIST_TILE: roulette over the list by sums
// of tiles.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/philox.glsl"

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high;
#ifdef GUIDE
    uint guide_shift;
#endif
};

#ifdef LIST
layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
// Coherent: invocations exchange the list through it.
layout(set = 0, binding = 2, std430) coherent buffer ToursBuffer { uint tours[]; };
#else
layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
#endif
#ifdef TRIAL
layout(set = 0, binding = 3, std430) readonly buffer SumsBuffer { uint sums[]; };
#endif
#ifdef GUIDE
layout(set = 0, binding = 4, std430) readonly buffer GuideBuffer { uint guide[]; };
#endif
#ifdef GUIDE
#define FINE_BINDING 5
#elif defined(TRIAL)
#define FINE_BINDING 4
#else
#define FINE_BINDING 3
#endif
#if defined(TRIAL) || defined(LIST)
layout(constant_id = 2) const uint TRIALS = 16;
#else
const uint TRIALS = 0;
#endif

// A step uses one random word per trial, then one for the roulette. Philox makes four words at a
// time.
#ifdef LIST
const uint FIRST_DRAW = TRIALS / 4; // a step with a list makes no trials
#else
const uint FIRST_DRAW = 0;
#endif
const uint DRAWS = TRIALS / 4 - FIRST_DRAW + 1;
const uint ROULETTE = TRIALS - 4 * FIRST_DRAW;              // index of the roulette's word
// Philox calls at once; 1 KiB of words is enough.
const uint WORD_BLOCKS = GROUP_SIZE < 64 ? GROUP_SIZE : 64;
const uint WORD_STEPS = WORD_BLOCKS / DRAWS;                     // steps that these words are for
shared uint words[4 * WORD_BLOCKS];

#ifndef LIST
#define VECTOR_WEIGHTS
#endif
#define FIXED_IN_WEIGHTS
#include "fixed.glsl"
#include "sum.glsl"
#ifdef LIST
shared uint current_city;
#include "fine_group.glsl"
#include "list.glsl"
#else
layout(constant_id = 3) const uint SKIP_VISITED = 0;
#include "visited.glsl"
#include "fine_group.glsl"
#include "roulette.glsl"
#endif
#ifdef TRIAL
#include "trial.glsl"
#endif

// make_words makes the random words of the next WORD_STEPS steps.
void make_words(uint ant, uint step, uint lane) {
    if (lane < WORD_BLOCKS) {
        uvec4 counter = uvec4(state[COLONY].iteration, ant, step + lane / DRAWS, FIRST_DRAW + lane % DRAWS);
        uvec4 drawn = philox(counter, uvec2(seed, seed_high));
        for (uint k = 0u; k < 4u; k++) {
            words[4u * lane + k] = drawn[k];
        }
    }
    barrier();
}

// draw_again moves the ant to a city drawn by fine weights.
void draw_again(uint word, uint place, uint unvisited, uint lane) {
#ifdef LIST
    uint own = (unvisited + GROUP_SIZE - 1u) / GROUP_SIZE, all = unvisited;
#else
    uint own = OWN_CITIES, all = cities;
#endif
    uint from = min(lane * own, all);
    uint element = draw_finely(word, from, min(from + own, all), place);
    barrier(); // all invocations have read the current city and the list
    if (element != NO_CITY) {
        visit(element, place);
    }
    publish();
}

void main() {
    uint ant = group_index();
    if (state[COLONY].stop != 0u || ant >= ants) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint tour = ant * cities;
    bool last_of_subgroup = subgroup_lane == subgroup_max(subgroup_lane);
    restore(tour, lane);
    begin_steps(tour);
#ifdef GUIDE
    if (lane < 2u) {
        first_success[lane] = ~0u;
    }
#endif

    // Software devices run through code whose condition is false. So the rare choice by fine weights is
    // outside of the loop over the steps.
    // Ends: i grows.
    for (uint i = 0u; i < count;) {
        bool coarse = false;
        uint from, step;
        for (; i < count && !coarse; i++) {
            step = first + i;
            if (i % WORD_STEPS == 0u) {
                make_words(ant, step, lane);
            }
            from = 4u * DRAWS * (i % WORD_STEPS);
            if (step == 0u) {
                if (lane == 0u) {
                    visit(multiply_high(words[0], cities), tour);
                }
                publish();
                continue;
            }
            begin_step(current_city);
#ifdef TRIAL
            if (can_choose() && try_trials(from, tour + step, lane)) {
                continue;
            }
#endif
            coarse = roulette(words[from + ROULETTE], tour + step, cities - step, lane, last_of_subgroup);
        }
        if (coarse) {
            draw_again(words[from + ROULETTE], tour + step, cities - step, lane);
        }
    }
#ifdef TRIAL
    if (first + count == LIST_FROM) {
        write_list(tour, lane, last_of_subgroup);
    }
#endif
#ifdef LIST
    save_list(tour + first + count, lane);
#endif
}
