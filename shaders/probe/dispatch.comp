#version 460
// Probes of dispatches that read what the previous one wrote. Each round reads words of other
// work-groups from one half of the results and writes the other half. Go reference:
// internal/probe/dispatch.go.
#define RESULTS_ACCESS
#include "probe.glsl"

layout(push_constant) uniform Push {
    uint round;
    uint count; // invocations that take part; the others return
};

void main() {
    uint i = invocation_index();
    if (i >= count) {
        return;
    }
    uint other = (i + values[i].y % count + round) % count;
    uint word = round % 2u == 0u ? results[other].x : results[other].y;
    word = (word ^ values[i].x) * 0x9E3779B1u + round;
    if (round % 2u == 0u) {
        results[i].y = word;
    } else {
        results[i].x = word;
    }
}
