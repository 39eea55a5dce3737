#version 460
// A probe of dispatches with many work-groups: each adds to one of the results.
// Go reference: internal/probe/dispatch.go.
#define RESULTS_ACCESS
#include "probe.glsl"

void main() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint cell = group % results.length();
    if (gl_LocalInvocationIndex == GROUP_SIZE - 1u) {
        atomicAdd(results[cell].x, 1u);
        atomicXor(results[cell].y, (group ^ values[0].x) * 0x9E3779B1u);
    }
}
