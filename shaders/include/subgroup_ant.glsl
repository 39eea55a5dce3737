// An ant that is a subgroup: its number, its current city and its visited cities. The including shader has the push constants first (a step)
// and cities, and the buffer tours. With DEVICE_FLAGS the visited flags are in the buffer flags, in slot FLAGS_BINDING, instead of shared
// memory.
layout(constant_id = 1) const uint ANTS = 1;       // of a work-group; further subgroups have none
layout(constant_id = 2) const uint FLAG_WORDS = 1; // of an ant: one bit per city

shared uint current_cities[ANTS]; // by ant of the work-group
#include "flags.glsl"

// The visited flags; those of the padding are set.
#ifdef DEVICE_FLAGS
layout(set = 0, binding = FLAGS_BINDING, std430) coherent buffer FlagsBuffer { uint flags[]; };
#else
shared uint flags[ANTS * FLAG_WORDS];
#endif

// The ant of this subgroup, its slot in the work-group, and where its flags and its tour begin.
uint ant, slot, own_flags, tour;
uint lane, current_city;
uint width; // invocations of the subgroup

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

// restore restores the visited flags and the current city from the steps of earlier dispatches.
void restore() {
    for (uint i = lane; i < FLAG_WORDS; i += width) {
        flags[own_flags + i] = padding_of(i);
    }
    sync_ant();
    for (uint step = lane; step < first; step += width) {
        uint city = tours[tour + step];
        atomicOr(flags[own_flags + flag_word(city)], flag_of(city));
    }
    current_city = first > 0u ? tours[tour + first - 1u] : 0u;
    sync_ant();
}

// begin initialises the ant of the subgroup. It returns false if the subgroup has none.
bool begin(uint all_ants) {
    slot = subgroup_index;
    ant = group_index() * ANTS + slot;
    if (subgroup_agreed(slot >= ANTS || ant >= all_ants)) {
        return false;
    }
#ifdef DEVICE_FLAGS
    own_flags = ant * FLAG_WORDS;
#else
    own_flags = slot * FLAG_WORDS;
#endif
    tour = ant * cities;
    lane = subgroup_lane;
    width = subgroup_width();
    return true;
}
