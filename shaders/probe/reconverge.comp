#version 460
// Probes of subgroup operations behind divergent code. A result has the invocation's subgroup in
// the high half of its first word and its lane in the low half, as in subgroup.comp.
// Go reference: internal/probe/reconverge.go.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

// behind counts all invocations, and in the high half those with the highest bit, behind a loop and
// a branch that they leave at different times.
uint behind(uint value, uint turns) {
    uint word = value;
    for (uint turn = 0u; turn < turns; turn++) {
        word = word * 1664525u + 1013904223u;
        if (word >> 30 == 0u) {
            continue;
        }
        if (word >> 28 == 15u) {
            break;
        }
    }
    if ((word & 1u) != 0u) {
        for (uint turn = word & 7u; turn > 0u; turn--) {
            word ^= word << 3;
        }
    } else {
        word += turns;
    }
    return subgroupAdd(1u + (word >> 31 << 16));
}

// within counts, in each turn of a loop, the invocations that make it.
uint within(uint turns) {
    uint word = 0u;
    for (uint turn = 0u; turn < turns; turn++) {
        word = word * 31u + subgroupAdd(1u);
    }
    return word;
}

void main() {
    uint i = invocation_index();
    uint result = OPERATION == 0u ? behind(values[i].x, values[i].y) : within(values[i].y);
    results[i] = uvec2(gl_SubgroupID << 16 | gl_SubgroupInvocationID, result);
}
