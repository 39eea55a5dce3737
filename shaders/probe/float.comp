#version 460
// Probes of floating-point arithmetic, whose accuracy Vulkan specifies; the shaders rely on no
// more. A value is the bits of two floats, or an integer. Go reference: internal/probe/float.go.
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

precise uint result_of(uint x, uint y) {
    precise float a = uintBitsToFloat(x), b = uintBitsToFloat(y);
    precise float result = 0.0;
    switch (OPERATION) {
    case 0:
        result = a * b;
        break;
    case 1:
        result = a + b;
        break;
    case 2:
        result = a - b;
        break;
    case 3:
        result = a / b;
        break;
    case 4:
        result = sqrt(a);
        break;
    case 5:
        result = inversesqrt(a);
        break;
    case 6:
        result = fma(a, b, 0.5);
        break;
    case 7:
        result = float(x);
        break;
    case 8:
        result = float(int(x));
        break;
    case 9:
        return uint(a);
    case 10:
        return uint(int(floor(a)));
    case 11:
        result = max(a, b);
        break;
    }
    return floatBitsToUint(result);
}

void main() {
    uint i = invocation_index();
    results[i] = uvec2(result_of(values[i].x, values[i].y), 0u);
}
