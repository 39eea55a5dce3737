// An ant that is a subgroup: its number, its current city and its visited cities. The includer
// has subgroup.glsl, philox.glsl, the push constants first (a step) and cities, and the buffer
// tours. It defines ANTS_PER_SUBGROUP: with more than one ant, each has an equal part of the
// subgroup.
//
// The visited flags are in shared memory. With DEVICE_FLAGS they are in the buffer flags, in slot
// FLAGS_BINDING.
layout(constant_id = 1) const uint ANTS = 1;       // of a work-group; further subgroups have none
layout(constant_id = 2) const uint FLAG_WORDS = 1; // of an ant: one bit per city

shared uint current_cities[ANTS]; // by ant of the work-group
#include "flags.glsl"

// The visited flags. Flags of the padding are set.
#ifdef DEVICE_FLAGS
layout(set = 0, binding = FLAGS_BINDING, std430) coherent buffer FlagsBuffer { uint flags[]; };
#else
shared uint flags[ANTS * FLAG_WORDS];
#endif

// The ant of this invocation, its slot in the work-group, and where its flags and its tour begin.
uint ant, slot, own_flags, tour;
uint current_city;
// The invocation's index in the subgroup, and the number of its invocations.
uint lane, width;
uint ant_lane, ant_width; // the same in the ant's part of the subgroup

// sync_ant waits for the ant's invocations and their writes to its flags.
void sync_ant() {
#ifdef DEVICE_FLAGS
    subgroup_memory_barrier_buffer();
    subgroup_barrier();
#else
    sync_subgroup();
#endif
}

// visited_word returns a word of the visited flags.
uint visited_word(uint i) { return flags[own_flags + i]; }

bool is_visited(uint city) {
    return (visited_word(flag_word(city)) & flag_of(city)) != 0u;
}

// mark_visited sets the flag of a city, whose word of flags was before; one invocation calls it.
void mark_visited(uint city, uint before) { flags[own_flags + flag_word(city)] = before | flag_of(city); }

// move_to moves the ant to a city, whose word of flags was before; one invocation calls it.
void move_to(uint city, uint before) {
    current_cities[slot] = city;
    mark_visited(city, before);
}

// visit moves the ant to a city; one invocation calls it.
void visit(uint city) { move_to(city, visited_word(flag_word(city))); }

// visit_by_first sets the flag of a city that all invocations of the ant know.
void visit_by_first(uint city) {
    if (ant_lane == 0u) {
        mark_visited(city, visited_word(flag_word(city)));
    }
}

// start draws the first city with a random word, and visits it. The loop of the steps has no part
// in it: a test in every step would make all of them slower.
void start(uint word) {
    current_city = multiply_high(word, cities);
    visit_by_first(current_city);
    sync_ant();
}

// restore restores the visited flags and the current city from the steps of earlier dispatches.
void restore() {
    for (uint i = ant_lane; i < FLAG_WORDS; i += ant_width) {
        flags[own_flags + i] = padding_of(i);
    }
    sync_ant();
    for (uint step = ant_lane; step < first; step += ant_width) {
        uint city = tours[tour + step];
        atomicOr(flags[own_flags + flag_word(city)], flag_of(city));
    }
    current_city = first > 0u ? tours[tour + first - 1u] : 0u;
    sync_ant();
}

// take_ant sets the ant of the invocation and its slot in the work-group.
void take_ant(uint number, uint in_group) {
    ant = number;
    slot = in_group;
#ifdef DEVICE_FLAGS
    own_flags = ant * FLAG_WORDS;
#else
    own_flags = slot * FLAG_WORDS;
#endif
    tour = ant * cities;
}

// FIRST_GROUP is the number of work-groups in earlier batches.
#ifndef FIRST_GROUP
#define FIRST_GROUP 0u
#endif

// begin numbers the subgroups of a dispatch and initialises the ant of this one, which has the
// same number. It returns false if the subgroup has none.
bool begin(uint subgroups) {
    const uint USED = ANTS / ANTS_PER_SUBGROUP; // subgroups of a work-group
    uint number = (FIRST_GROUP + group_index()) * USED + subgroup_index;
    if (subgroup_agreed(subgroup_index >= USED || number >= subgroups)) {
        return false;
    }
    lane = subgroup_lane;
    width = subgroup_width();
    ant_lane = lane;
    ant_width = width;
    take_ant(number, subgroup_index);
    return true;
}
