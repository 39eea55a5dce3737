#version 450
// Every invocation reads a word that another work-group wrote before.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer In { uint source[]; };
layout(set = 0, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint n = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    result[gl_GlobalInvocationID.x] = source[n - 1 - gl_GlobalInvocationID.x];
}
