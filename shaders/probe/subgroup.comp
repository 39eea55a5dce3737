#version 460
// Probes of subgroup operations. A result has the invocation's subgroup in the high half of its
// first word, its lane in the low half, and in the second word the value that the operation
// returned. Go reference: internal/probe/subgroup.go. With VOTE, ARITHMETIC, BALLOT, SHUFFLE or
// SHUFFLE_RELATIVE it has the operations of one class, so that a device without the others can be
// probed for it; with none, the basic ones.
#extension GL_KHR_shader_subgroup_basic : require
#ifdef VOTE
#extension GL_KHR_shader_subgroup_vote : require
#endif
#ifdef ARITHMETIC
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
#ifdef BALLOT
#extension GL_KHR_shader_subgroup_ballot : require
#endif
#ifdef SHUFFLE
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
#ifdef SHUFFLE_RELATIVE
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

#if defined(SHUFFLE)
// The argument is a lane, or the mask of its difference.
uint result_of(uint value, uint argument) {
    return OPERATION == 0u ? subgroupShuffle(value, argument) : subgroupShuffleXor(value, argument);
}
#elif defined(SHUFFLE_RELATIVE)
// The argument is a distance, the same for the whole subgroup. Lanes without a lane at that
// distance keep their own value.
uint result_of(uint value, uint argument) {
    uint before = subgroupShuffleUp(value, argument);
    return gl_SubgroupInvocationID >= argument ? before : value;
}
#elif defined(BALLOT)
// The argument is a word of the ballot.
uint result_of(uint value, uint argument) {
    uvec4 votes = subgroupBallot((value & 1u) != 0u);
    return argument < 2u ? (argument == 0u ? votes.x : votes.y) : (argument == 2u ? votes.z : votes.w);
}
#else
// Only invocations whose argument is not 0 take part.
uint result_of(uint value, uint argument) {
    uint result = 0u;
    if (argument != 0u) {
#if defined(VOTE)
        result = uint(subgroupAny((value & 1u) != 0u));
#elif defined(ARITHMETIC)
        switch (OPERATION) {
        case 0:
            result = subgroupAdd(value);
            break;
        case 1:
            result = subgroupMin(value);
            break;
        case 2:
            result = subgroupMax(value);
            break;
        case 3:
            result = uint(subgroupMax(int(value)));
            break;
        }
#else
        result = OPERATION == 0u ? gl_SubgroupSize << 16 | gl_NumSubgroups : uint(subgroupElect());
#endif
    }
    return result;
}
#endif

void main() {
    uint i = invocation_index();
    uint result = result_of(values[i].x, values[i].y);
    results[i] = uvec2(gl_SubgroupID << 16 | gl_SubgroupInvocationID, result);
}
