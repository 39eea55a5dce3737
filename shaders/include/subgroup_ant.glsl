// An ant that is a subgroup: which one it is, where it stands and what it has visited. The including shader has the push constants
// first (a step) and cities, and the buffer tours. With DEVICE_FLAGS, what ants have visited is in the
// buffer flags, in the slot FLAGS_BINDING, not in shared memory.
layout(constant_id = 1) const uint ANTS = 1;       // of a work-group; subgroups beyond have none
layout(constant_id = 2) const uint FLAG_WORDS = 1; // of an ant: one bit per city

shared uint current_cities[ANTS];            // the city where each ant is
#include "flags.glsl"

// What ants have visited; the padding is visited.
#ifdef DEVICE_FLAGS
layout(set = 0, binding = FLAGS_BINDING, std430) coherent buffer FlagsBuffer { uint flags[]; };
#else
shared uint flags[ANTS * FLAG_WORDS];
#endif

// The ant of this subgroup, its parts of the shared arrays and of the tours.
uint ant, slot, own_flags, tour;
uint lane, current_city;
uint width; // invocations of the subgroup: where its size cannot be required, subgroup_size may be larger

void sync_subgroup() {
    subgroup_memory_barrier_shared();
#ifdef DEVICE_FLAGS
    subgroup_memory_barrier_buffer();
#endif
    subgroup_barrier();
}

// visited_word returns the flags of 32 cities.
uint visited_word(uint i) { return flags[own_flags + i]; }

bool is_visited(uint city) {
    return (visited_word(flag_word(city)) & flag_of(city)) != 0u;
}

// move_to moves the ant, by the flags of the city's word as they are; one invocation calls it.
void move_to(uint city, uint before) {
    current_cities[slot] = city;
    flags[own_flags + flag_word(city)] = before | flag_of(city);
}

// visit moves the ant in a step of its tour; one invocation calls it.
void visit(uint city, uint step) {
    move_to(city, visited_word(flag_word(city)));
    tours[tour + step] = city;
}

// recall brings back what earlier dispatches did.
void restore() {
    for (uint i = lane; i < FLAG_WORDS; i += width) {
        flags[own_flags + i] = padding_of(i);
    }
    sync_subgroup();
    for (uint step = lane; step < first; step += width) {
        uint city = tours[tour + step];
        atomicOr(flags[own_flags + flag_word(city)], flag_of(city));
    }
    current_city = first > 0u ? tours[tour + first - 1u] : 0u;
    sync_subgroup();
}

// begin says whether the subgroup has an ant of all that there are, and readies it.
bool begin(uint all_ants) {
    slot = subgroup_index;
    ant = group_index() * ANTS + slot;
    if (slot >= ANTS || ant >= all_ants) {
        return false;
    }
#ifdef DEVICE_FLAGS
    own_flags = ant * FLAG_WORDS;
#else
    own_flags = slot * FLAG_WORDS;
#endif
    tour = ant * cities;
    lane = subgroup_lane;
    width = subgroup_add(1u);
    return true;
}
