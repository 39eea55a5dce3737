#version 460
// Probes of integer operations that compilers have got wrong: two words in, two words out. Go
// reference: internal/probe/integer.go.
#define RESULTS_ACCESS writeonly
#include "probe.glsl"

uvec2 result_of(uint a, uint b) {
    uint x = 0u, y = 0u;
    uint distance = b & 31u;
    switch (OPERATION) {
    case 0:
        umulExtended(a, b, y, x);
        break;
    case 1:
        uvec4 high, low;
        umulExtended(uvec4(a, b, a + b, ~a), uvec4(b), high, low);
        x = low.x ^ low.y ^ low.z ^ low.w;
        y = high.x ^ high.y ^ high.z ^ high.w;
        break;
    case 2:
        x = uaddCarry(a, b, y);
        break;
    case 3:
        x = usubBorrow(a, b, y);
        break;
    case 4:
        x = bitfieldExtract(a, int(distance), min(int(b >> 8) & 63, 32 - int(distance)));
        y = bitfieldExtract(a, 0, int(min(b, 32u)));
        break;
    case 5:
        x = uint(bitCount(a));
        break;
    case 6:
        x = uint(findLSB(a));
        break;
    case 7:
        x = uint(findMSB(a));
        break;
    case 8:
        x = a << distance;
        y = a >> distance;
        break;
    case 9:
        x = uint(int(a) >> distance);
        break;
    case 10: // without divisions that have no result
        bool divides = b != 0u && !(a == 0x80000000u && b == ~0u);
        x = divides ? uint(int(a) / int(b)) : 0u;
        y = uint(int(a) / 2);
        break;
    case 11:
        x = b != 0u ? a / b : 0u;
        y = b != 0u ? a % b : 0u;
        break;
    case 12:
        x = min(a, b);
        y = max(a, b);
        break;
    case 13:
        x = uint(max(int(a), int(b)));
        y = uint(min(clamp(int(a), 1, 65535), int(b)));
        break;
    case 14:
        x = uint(abs(int(a)));
        y = uint(sign(int(a)));
        break;
    case 15:
        x = uint(a < b) | uint(a <= b) << 1 | uint(a == b) << 2;
        y = uint(int(a) < int(b)) | uint(int(a) <= int(b)) << 1 | uint(uvec2(a, b) == uvec2(b, a)) << 2;
        break;
    case 16:
        x = a * b;
        y = a * b - (a ^ b);
        break;
    }
    return uvec2(x, y);
}

void main() {
    uint i = invocation_index();
    results[i] = result_of(values[i].x, values[i].y);
}
