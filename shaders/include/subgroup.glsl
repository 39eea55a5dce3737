// Subgroup operations. Shaders use only these.
//
// With NO_SUBGROUPS, for devices that lack them, the subgroup is the whole work-group, a power of two of invocations, and they tell each
// other through shared memory. All have to come to each operation together, as to a barrier: branches and loops around one depend on what all
// of the subgroup know. So where a subgroup is an ant or a team, its work-group has no other.
#ifdef NO_SUBGROUPS
#define subgroup_index 0u
#define subgroup_count 1u
#define subgroup_size GROUP_SIZE
#define subgroup_lane gl_LocalInvocationIndex
#define subgroup_elect() (subgroup_lane == 0u)

// subgroup_barrier waits for all invocations and what they wrote, to whatever memory.
void subgroup_barrier() {
    groupMemoryBarrier();
    barrier();
}

#define subgroup_memory_barrier_shared()
#define subgroup_memory_barrier_buffer()

// Two halves in turn: whoever writes to one has met all others since they read from it.
shared uint told[2u * GROUP_SIZE];
uint telling = 0u;

// tell writes this invocation's value beside those of the others, and returns where in told they begin.
uint tell(uint value) {
    telling = GROUP_SIZE - telling;
    told[telling + subgroup_lane] = value;
    barrier();
    return telling;
}

uint subgroup_shuffle(uint value, uint from) {
    uint begin = tell(value);
    return told[begin + (from & (GROUP_SIZE - 1u))];
}

// What invocations of a subgroup load side by side, a work-group loads at several times, while others change it.
#define subgroup_loaded() subgroup_barrier()
#define subgroup_agree(variable) variable = subgroup_shuffle(variable, 0u)

uint subgroup_shuffle_xor(uint value, uint mask) { return subgroup_shuffle(value, subgroup_lane ^ mask); }

int subgroup_shuffle_xor(int value, uint mask) { return int(subgroup_shuffle_xor(uint(value), mask)); }

uint subgroup_shuffle_up(uint value, uint distance) { return subgroup_shuffle(value, subgroup_lane - distance); }

// Three words in turn: while all join their values in one, the next is cleared, and the one before may still be read.
const uint JOINED = 3;
shared uint joined[JOINED];
uint joining = JOINED; // none yet

// join_next returns the word in which values are joined now. It is 0 at first.
uint join_next() {
    if (joining == JOINED) {
        joining = JOINED - 1u;
        if (subgroup_elect()) {
            joined[0] = 0u;
        }
        barrier();
    }
    joining = (joining + 1u) % JOINED;
    if (subgroup_elect()) {
        joined[(joining + 1u) % JOINED] = 0u;
    }
    return joining;
}

uint subgroup_add(uint value) {
    uint word = join_next();
    atomicAdd(joined[word], value);
    barrier();
    return joined[word];
}

uint subgroup_max(uint value) {
    uint word = join_next();
    atomicMax(joined[word], value);
    barrier();
    return joined[word];
}

int subgroup_max(int value) { return int(subgroup_max(uint(value) ^ 1u << 31) ^ 1u << 31); }

uint subgroup_min(uint value) { return ~subgroup_max(~value); }

bool subgroup_any(bool value) { return subgroup_max(uint(value)) != 0u; }

// subgroup_ballot is for work-groups of up to 32 invocations.
uvec4 subgroup_ballot(bool value) { return uvec4(subgroup_add(uint(value) << subgroup_lane), 0u, 0u, 0u); }
#else
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#define subgroup_index gl_SubgroupID
#define subgroup_count gl_NumSubgroups
#define subgroup_size gl_SubgroupSize
#define subgroup_lane gl_SubgroupInvocationID
#define subgroup_elect subgroupElect
#define subgroup_barrier subgroupBarrier
#define subgroup_memory_barrier_shared subgroupMemoryBarrierShared
#define subgroup_memory_barrier_buffer subgroupMemoryBarrierBuffer
#define subgroup_loaded()
#define subgroup_agree(variable)
#define subgroup_shuffle subgroupShuffle
#define subgroup_shuffle_xor subgroupShuffleXor
#define subgroup_shuffle_up subgroupShuffleUp
#define subgroup_add subgroupAdd
#define subgroup_min subgroupMin
#define subgroup_max subgroupMax
#define subgroup_any subgroupAny
#define subgroup_ballot subgroupBallot
#endif
