// Subgroup operations. Shaders use only these.
//
// With NO_SUBGROUPS, for devices without subgroup operations, the subgroup is the whole
// work-group: a power of two of invocations, which exchange values through shared memory. All of
// them must reach each operation, as with a barrier: branches and loops around it depend only on
// values that are equal in the whole subgroup. So a work-group has a single subgroup where a
// subgroup is an ant or a team.
#ifdef NO_SUBGROUPS
#define subgroup_index 0u
#define subgroup_count 1u
#define subgroup_size GROUP_SIZE
#define subgroup_lane gl_LocalInvocationIndex
#define subgroup_elect() (subgroup_lane == 0u)

// subgroup_barrier waits for all invocations and for their writes to any memory.
void subgroup_barrier() {
    groupMemoryBarrier();
    barrier();
}

#define subgroup_memory_barrier_buffer()

// sync_subgroup waits for all invocations and for their writes to shared memory.
void sync_subgroup() { barrier(); }

// The two halves alternate: an invocation that writes to one has passed a barrier since all
// others read from it.
shared uint exchanged[2u * GROUP_SIZE];
uint exchange_begin = 0u;

// share_value writes this invocation's value to exchanged, as all invocations do, and returns the
// index of the first value.
uint share_value(uint value) {
    exchange_begin = GROUP_SIZE - exchange_begin;
    exchanged[exchange_begin + subgroup_lane] = value;
    barrier();
    return exchange_begin;
}

uint subgroup_shuffle(uint value, uint from) {
    uint begin = share_value(value);
    return exchanged[begin + (from & (GROUP_SIZE - 1u))];
}

// The invocations of a real subgroup load a value together. Those of a work-group may load it at
// different times, while others change it. These two macros make up for the difference: a barrier
// after a load, and the use of the first invocation's value.
#define subgroup_after_load() subgroup_barrier()
#define subgroup_use_first(variable) variable = subgroup_shuffle(variable, 0u)

bool subgroup_agreed(bool condition) { return condition; }

uint subgroup_shuffle_xor(uint value, uint mask) { return subgroup_shuffle(value, subgroup_lane ^ mask); }

int subgroup_shuffle_xor(int value, uint mask) { return int(subgroup_shuffle_xor(uint(value), mask)); }

uint subgroup_shuffle_up(uint value, uint distance) { return subgroup_shuffle(value, subgroup_lane - distance); }

// Three words alternate: one is reduced to, the next is cleared, and the previous one may still
// be read.
const uint REDUCED_WORDS = 3;
shared uint reduced[REDUCED_WORDS];
uint reduced_word = REDUCED_WORDS; // none so far

// next_reduced_word returns the index of the word for the next reduction, which is 0.
uint next_reduced_word() {
    if (reduced_word == REDUCED_WORDS) {
        reduced_word = REDUCED_WORDS - 1u;
        if (subgroup_elect()) {
            reduced[0] = 0u;
        }
        barrier();
    }
    reduced_word = (reduced_word + 1u) % REDUCED_WORDS;
    if (subgroup_elect()) {
        reduced[(reduced_word + 1u) % REDUCED_WORDS] = 0u;
    }
    return reduced_word;
}

uint subgroup_add(uint value) {
    uint word = next_reduced_word();
    atomicAdd(reduced[word], value);
    barrier();
    return reduced[word];
}

uint subgroup_max(uint value) {
    uint word = next_reduced_word();
    atomicMax(reduced[word], value);
    barrier();
    return reduced[word];
}

int subgroup_max(int value) { return int(subgroup_max(uint(value) ^ 1u << 31) ^ 1u << 31); }

uint subgroup_min(uint value) { return ~subgroup_max(~value); }

bool subgroup_any(bool value) { return subgroup_max(uint(value)) != 0u; }

// SubgroupFlags has a flag of each invocation.
#define SubgroupFlags bool

SubgroupFlags subgroup_flags(bool own) { return own; }

bool subgroup_flag(SubgroupFlags flags, uint lane) { return subgroup_shuffle(uint(flags), lane) != 0u; }

// subgroup_ballot has the flags of the first 32 invocations only.
uvec4 subgroup_ballot(bool value) {
    return uvec4(subgroup_add(value && subgroup_lane < 32u ? 1u << subgroup_lane : 0u), 0u, 0u, 0u);
}
#else
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_memory_scope_semantics : require
#define subgroup_index gl_SubgroupID
#define subgroup_count gl_NumSubgroups
#define subgroup_size gl_SubgroupSize
#define subgroup_lane gl_SubgroupInvocationID
#define subgroup_elect subgroupElect
#define subgroup_barrier subgroupBarrier
#define subgroup_after_load()
#define subgroup_use_first(variable)
// subgroup_agreed returns a condition that is the same in all invocations. It tells the compiler
// so. Nvidia's compiler otherwise follows both branches: it keeps a mask of the active
// invocations and tests it before each subgroup operation.
#define subgroup_agreed subgroupAny
#define subgroup_shuffle subgroupShuffle
#define subgroup_shuffle_xor subgroupShuffleXor
#define subgroup_shuffle_up subgroupShuffleUp
#define subgroup_add subgroupAdd
#define subgroup_min subgroupMin
#define subgroup_max subgroupMax
#define subgroup_any subgroupAny
#define subgroup_ballot subgroupBallot
#define subgroup_memory_barrier_buffer subgroupMemoryBarrierBuffer
#define SubgroupFlags uvec4
#define subgroup_flags subgroupBallot

bool subgroup_flag(SubgroupFlags flags, uint lane) { return (flags[lane >> 5] >> (lane & 31u) & 1u) != 0u; }

void sync_subgroup() {
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}
#endif

// FULL_SUBGROUP is the number of invocations of every subgroup if the pipeline requires full
// subgroups of this size; otherwise 0. Package pipeline sets it.
layout(constant_id = 11) const uint FULL_SUBGROUP = 0;

// subgroup_width returns the number of invocations of the subgroup. subgroup_size may be larger
// on devices that cannot require a size.
uint subgroup_width() { return FULL_SUBGROUP > 0u ? FULL_SUBGROUP : subgroup_add(1u); }
