#version 460
// Tour construction of Ant System with selection near: one subgroup per ant, which never waits
// for another ant. The rules and their sources are in the Go references,
// aco/classic/reference/construct.go, construct_near.go and list.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "../include/philox.glsl"
#include "sum.glsl"

layout(constant_id = 3) const uint TRIALS = 31;
// Most cities of a list of the unvisited ones.
layout(constant_id = 4) const uint MAX_LIST = 128;
layout(constant_id = 5) const uint PER_INVOCATION = 1; // near cities per invocation

layout(push_constant) uniform Push {
    uint first, count; // steps
    uint cities, pitch, ants, seed, seed_high, guide_shift;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 3, std430) readonly buffer SumsBuffer { uint sums[]; };
layout(set = 0, binding = 4, std430) readonly buffer GuideBuffer { uint guide[]; };
layout(set = 0, binding = 5, std430) readonly buffer NearBuffer { uvec2 near[]; };
#define FINE_BINDING 6

const uint ANTS_PER_SUBGROUP = 1;
#include "subgroup_ant.glsl"

shared uint near_sums[ANTS * NEAR_CITIES];
shared uint list[ANTS * MAX_LIST];

#define FIXED_IN_WEIGHTS
#include "fixed.glsl"
#include "near.glsl"

#include "prefetch.glsl"

// list_part loads a word of a part of the near lists or, after them, of the sums of the other
// cities.
uint list_part(uint part) {
    const uint ENTRIES_OF_PART = WORDS_OF_PART / 2, PARTS_OF_LIST = NEAR_CITIES / ENTRIES_OF_PART;
    uint place = part - cities * PARTS_OF_LIST;
    return part < cities * PARTS_OF_LIST
        ? near[part * ENTRIES_OF_PART].x
        : weight_of_others(min(place * WORDS_OF_PART, cities - 1u));
}

// word_of returns the random word of a step.
uint word_of(uint step) {
    return philox(uvec4(state[COLONY].iteration, ant, step, 0u), uvec2(seed, seed_high)).x;
}

// draw moves the ant to the next city. It returns false, and does nothing, if the weights are coarse.
// word is the random word of the step, and then the one that the choice by fine weights takes.
bool draw(uint step, inout uint word) {
    bool drawn = true;
    if (is_listed(step)) {
        drawn = draw_from_list(word, step);
    } else if (!can_choose()) {
        if (lane == 0u) {
            visit(forced_city);
        }
    } else if (!try_near(word, step)) {
        word = roulette_word(step);
        drawn = roulette(word, step);
    }
    return drawn;
}

uint own_city; // the city that this invocation writes to the tour

// arrive makes the city of a step the current one if it is drawn. The invocation writer writes it.
void arrive(uint writer, bool drawn) {
    sync_subgroup();
    current_city = drawn ? current_cities[slot] : current_city;
    own_city = lane == writer ? current_city : own_city;
}

void main() {
    if (subgroup_agreed(state[COLONY].stop != 0u) || !begin(ants)) {
        return;
    }
    prefetch_lists();
    restore();
    restore_list();
    begin_steps(tour);

    // Software devices run through code whose condition is false. So the rare choice by fine weights is
    // outside of the loops over the steps.
    own_city = current_city;
    // Ends: base + i grows.
    for (uint base = first, i = 0u; base < first + count;) {
        uint word, step;
        bool drawn = true;
        // Ends: base grows, or a step draws nothing.
        while (base < first + count && drawn) {
            uint words = word_of(base + lane); // each invocation makes the word of one step
            uint steps = min(width, first + count - base);
            if (subgroup_agreed(base + i == 0u)) {
                start(subgroup_shuffle(words, 0u));
                own_city = current_city;
                i = 1u;
            }
            for (; i < steps && drawn; i++) {
                step = base + i;
                word = subgroup_shuffle(words, i);
                begin_step(current_city);
                drawn = draw(step, word);
                arrive(i, drawn);
            }
            if (subgroup_agreed(drawn)) {
                if (lane < steps) {
                    tours[tour + base + lane] = own_city;
                }
                base += width;
                i = 0u;
            }
        }
        if (subgroup_agreed(!drawn)) {
            draw_again(word, step);
            arrive(i - 1u, true);
        }
    }
    save_list();
}
