#version 450
// Every invocation adds one to its word, which a second dispatch must not do before the first is
// done.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    words[i] += 1;
}
