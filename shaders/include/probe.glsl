// Common to all probes: input values, results, and which operation is probed. The including shader says with
// RESULTS_ACCESS how it reaches the results. Go references are in conform/probe.
#include "stage.glsl"
#include "group.glsl"

layout(constant_id = 1) const uint OPERATION = 0;

layout(set = 0, binding = 0, std430) readonly buffer ValuesBuffer { uvec2 values[]; };
layout(set = 0, binding = 1, std430) RESULTS_ACCESS buffer ResultsBuffer { uvec2 results[]; };

uint invocation_index() { return group_index() * GROUP_SIZE + gl_LocalInvocationIndex; }
