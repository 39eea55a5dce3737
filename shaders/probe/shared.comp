#version 460
// A probe of all shared memory that a work-group may have. Go reference: internal/probe/memory.go.
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

layout(constant_id = 2) const uint WORDS = 64; // of shared memory

shared uint words[WORDS];

void main() {
    uint i = invocation_index();
    for (uint j = gl_LocalInvocationIndex; j < WORDS; j += GROUP_SIZE) {
        words[j] = (values[i].x ^ j) * 0x9E3779B1u;
    }
    barrier();
    uint sum = 0u;
    for (uint j = gl_LocalInvocationIndex; j < WORDS; j += GROUP_SIZE) {
        sum = sum * 31u + words[WORDS - 1u - j];
    }
    results[i] = uvec2(sum, values[i].y);
}
