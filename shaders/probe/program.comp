#version 460
// Probes of push constants, specialization constants and loops. With PUSH the shader has as many
// push constants as every device supports.
// Go reference: internal/probe/program.go.
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

#ifdef PUSH
layout(push_constant) uniform Push {
    uint p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
    uint p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31;
};

uvec2 result_of(uvec2 value) {
    uvec2 given[16] = uvec2[](uvec2(p0, p1), uvec2(p2, p3), uvec2(p4, p5), uvec2(p6, p7), uvec2(p8, p9),
        uvec2(p10, p11), uvec2(p12, p13), uvec2(p14, p15), uvec2(p16, p17), uvec2(p18, p19), uvec2(p20, p21),
        uvec2(p22, p23), uvec2(p24, p25), uvec2(p26, p27), uvec2(p28, p29), uvec2(p30, p31));
    return given[gl_LocalInvocationIndex % 16u] ^ value;
}
#else
layout(constant_id = 2) const uint DEFAULT = 0xC0FFEE11u; // never set by the pipeline
layout(constant_id = 3) const uint GIVEN = 0;
// Words per invocation in an array whose length depends on constants.
layout(constant_id = 4) const uint COPIES = 1;

shared uint copies[GROUP_SIZE * COPIES];

uvec2 constants_and(uvec2 value) {
    uint own = gl_LocalInvocationIndex * COPIES, sum = 0u;
    for (uint k = 0u; k < COPIES; k++) {
        copies[own + k] = value.x * (k + 1u);
    }
    for (uint k = COPIES; k > 0u; k--) {
        sum = sum * 31u + copies[own + k - 1u];
    }
    return uvec2(sum ^ DEFAULT, value.y ^ GIVEN / 3u);
}

// loop_over runs at most value.y turns. A turn may be cut short or end the loop. In operation 1
// turns have an inner loop.
uvec2 loop_over(uvec2 value) {
    uint word = value.x, turn = 0u;
    for (; turn < value.y; turn++) {
        word = word * 1664525u + 1013904223u;
        if (word >> 29 == 0u) {
            continue;
        }
        if (word >> 12 == 0x5A5A5u) {
            break;
        }
        if (OPERATION == 1u) {
            for (uint k = word >> 30; k > 0u; k--) {
                word ^= word << 3 | k;
            }
        }
    }
    return uvec2(word, turn);
}

uvec2 result_of(uvec2 value) { return OPERATION == 0u ? constants_and(value) : loop_over(value); }
#endif

void main() {
    uint i = invocation_index();
    results[i] = result_of(values[i]);
}
