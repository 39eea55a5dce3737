#version 460
// Prepares an iteration whose ants run on several devices: no ant has a change, and the counts
// begin at 0, so that each device counts its own ants. One invocation per ant. Go reference:
// Clear in aco/merged/reference/clear.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint ants;
};

#include "change.glsl"
#include "item.glsl"
#include "exchange.glsl"
layout(set = 0, binding = 1, std430) writeonly buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ExportedBuffer { uint exported[]; };

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(ants);
    if (item == 0u) {
        exported[EXPORTED_CHANGES] = 0u;
        exported[EXPORTED_RECORD_WORDS] = 0u;
    }
    if (state[0].stop != 0u) {
        return;
    }
    if (item < ants) {
        headers[item] = Header(0, 0u, 0u, 0u, CLASS_NONE, 0u, 0u, 0u);
    }
    if (item == 0u) {
        state[0].evaluations = 0u;
        state[0].moves = 0u;
        state[0].undone = 0u;
        state[0].full = 0u;
        state[0].submitted = 0u;
        state[0].long_submitted = 0u;
    }
}
