#version 460
// The square of the distance from each point to its nearest other point. A unit is a point, for one
// work-group. nearest.spv is this shader, compiled by glslc for Vulkan 1.1 and optimized.
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint GROUP_SIZE = 64u;

layout(push_constant) uniform Push {
    uint first, count; // points
    uint points;
};

layout(set = 0, binding = 0, std430) readonly buffer Coordinates { ivec2 coordinates[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Nearest { uint nearest[]; };

shared uint least;

void main() {
    if (gl_WorkGroupID.x >= count) {
        return;
    }
    uint point = first + gl_WorkGroupID.x;
    least = 0xffffffffu;
    barrier();
    for (uint other = gl_LocalInvocationID.x; other < points; other += GROUP_SIZE) {
        ivec2 between = coordinates[point] - coordinates[other];
        if (other != point) {
            atomicMin(least, uint(between.x * between.x + between.y * between.y));
        }
    }
    barrier();
    if (gl_LocalInvocationID.x == 0u) {
        nearest[point] = least;
    }
}
