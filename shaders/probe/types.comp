#version 460
// Probes of types that no stage uses. Go reference: internal/probe/types.go.
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

#ifdef INT64
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
uvec2 result_of(uvec2 value) {
    uint64_t a = packUint2x32(value), b = uint64_t(value.x) << 7 | 1ul;
    uint64_t word = a * 0x9E3779B97F4A7C15ul + (a >> 29);
    word ^= word / b + word % b;
    if (word > (uint64_t(value.y) << 33)) {
        word -= b;
    }
    return unpackUint2x32(word << (value.y & 31u));
}
#else
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
uvec2 result_of(uvec2 value) {
    uint16_t a = uint16_t(value.x), b = uint16_t(value.y | 1u);
    uint16_t word = a * b + (a >> uint16_t(3));
    int16_t sign = int16_t(a) / int16_t(3);
    return uvec2(uint(word), uint(int(sign)) ^ uint(a < b));
}
#endif

void main() {
    uint i = invocation_index();
    results[i] = result_of(values[i]);
}
