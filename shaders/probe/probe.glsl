// Definitions for all probes: input values, results and the operation. The including shader
// defines RESULTS_ACCESS, the access to the results. The Go references are in internal/probe.
#include "../include/stage.glsl"

layout(constant_id = 1) const uint OPERATION = 0;

layout(set = 0, binding = 0, std430) readonly buffer ValuesBuffer { uvec2 values[]; };
layout(set = 0, binding = 1, std430) RESULTS_ACCESS buffer ResultsBuffer { uvec2 results[]; };

uint invocation_index() { return group_index() * GROUP_SIZE + gl_LocalInvocationIndex; }
