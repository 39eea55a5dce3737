#version 450
// out[i] = in[i] * FACTOR + addend for the first count words.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint FACTOR = 1;
layout(set = 0, binding = 0) readonly buffer In { uint source[]; };
layout(set = 0, binding = 1) writeonly buffer Out { uint result[]; };
layout(push_constant) uniform Push { uint count; uint addend; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < count) result[i] = source[i] * FACTOR + addend;
}
