#version 460
// Measures atomic additions by the number of words that they meet on. Package study/device runs
// it and checks the sums.
#include "../include/stage.glsl"

layout(constant_id = 1) const uint COUNTERS = 1; // a power of two
layout(constant_id = 2) const uint ROUNDS = 1;   // additions of an invocation
// What is added; a new value makes another program.
layout(constant_id = 3) const uint SALT = 1;

layout(push_constant) uniform Push {
    uint first, count; // work-groups
};

layout(set = 0, binding = 0, std430) buffer CountersBuffer { uint counters[]; };

void main() {
    if (group_index() >= count) {
        return;
    }
    uint i = (first + group_index()) * GROUP_SIZE + gl_LocalInvocationIndex;
    for (uint round = 0u; round < ROUNDS; round++) {
        atomicAdd(counters[(i + round * GROUP_SIZE) & (COUNTERS - 1u)], SALT);
    }
}
