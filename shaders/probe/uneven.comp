#version 460
// Probe of barriers of subgroups: each subgroup of a work-group waits at one more than the subgroup
// before it. A driver that takes them for barriers of the work-group lets subgroups wait for ever, or
// ends them.
// Go reference: internal/probe/memory.go.
#extension GL_KHR_shader_subgroup_basic : require
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

void main() {
    for (uint turn = 0u; turn < gl_SubgroupID; turn++) {
        subgroupBarrier();
    }
    uint i = invocation_index();
    results[i] = ~values[i];
}
