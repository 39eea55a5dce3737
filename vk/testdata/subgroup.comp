#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Every invocation writes how many invocations its subgroup has.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) writeonly buffer Out { uint sizes[]; };

void main() { sizes[gl_GlobalInvocationID.x] = subgroupAdd(1u); }
