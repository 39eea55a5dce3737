#version 460
// Measures memory: copies words in their order, or in a random one at the reads or at the writes.
// One work-group per row of words. Package study/device runs it and checks the words.
#include "../include/stage.glsl"

// The order of the words, as in study/device.
const uint IN_ORDER = 0u;
const uint GATHER = 1u;
const uint SCATTER = 2u;
layout(constant_id = 1) const uint PATTERN = 0;

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint pitch;        // words of a row
};

layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { uint source[]; };
layout(set = 0, binding = 1, std430) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 2, std430) writeonly buffer TargetBuffer { uint target[]; };

void main() {
    if (group_index() >= count) {
        return;
    }
    uint row = (first + group_index()) * pitch;
    for (uint j = gl_LocalInvocationIndex; j < pitch; j += GROUP_SIZE) {
        uint i = row + j;
        if (PATTERN == IN_ORDER) {
            target[i] = source[i];
        } else if (PATTERN == GATHER) {
            target[i] = source[order[i]];
        } else {
            target[order[i]] = source[i];
        }
    }
}
