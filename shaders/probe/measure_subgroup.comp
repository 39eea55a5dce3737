#version 460
// Measures operations of subgroups, each on the result of the previous one. Package study/device
// runs it and checks the results.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"

// The operations, as in study/device.
const uint ADD = 0u;
const uint MAXIMUM = 1u;
const uint SHUFFLE = 2u;
const uint BALLOT = 3u;
layout(constant_id = 1) const uint OPERATION = 0;
layout(constant_id = 2) const uint ROUNDS = 1;

layout(push_constant) uniform Push {
    uint first, count; // work-groups
};

// For each invocation its value, and its subgroup in the high half of a word and its lane in the
// low half.
layout(set = 0, binding = 0, std430) writeonly buffer ResultsBuffer { uvec2 results[]; };

uint result_of(uint value, uint round) {
    switch (OPERATION) {
    case ADD:
        return subgroup_add(value);
    case MAXIMUM:
        return subgroup_max(value);
    case SHUFFLE:
        return subgroup_shuffle_xor(value, 1u << (round & 1u));
    default:
        return subgroup_ballot((value & 1u) != 0u).x;
    }
}

void main() {
    if (group_index() >= count) {
        return;
    }
    uint i = (first + group_index()) * GROUP_SIZE + gl_LocalInvocationIndex;
    uint value = i;
    for (uint round = 0u; round < ROUNDS; round++) {
        value = result_of(value, round) * 0x9E3779B1u + subgroup_lane;
    }
    results[i] = uvec2(value, subgroup_index << 16 | subgroup_lane);
}
