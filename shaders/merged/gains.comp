#version 460
// Stops the colony before the merge if a submitted change has another gain than its edges. One
// invocation per ant. With COORDINATES distances are computed. Go reference:
// aco/merged/reference/gains.go.
#extension GL_EXT_control_flow_attributes : require
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint cities, places, pitch, ants;
};

#define HEADERS_BINDING 1
#define HEADERS_ACCESS readonly
#define PIECES_BINDING 2
#include "change.glsl"
#include "positions.glsl"
#include "item.glsl"
layout(set = 0, binding = 3, std430) readonly buffer ToursBuffer { uint tours[]; };
#define DISTANCE_BINDING 4
#define HAS_NODE_PAIRS
#include "../include/distance.glsl"

// gain_of returns how much shorter a change makes the tour, modulo 2³². No change moves the last
// position.
uint gain_of(uint change) {
    uint tour = (state[0].iteration & 1u) * places, gain = 0u;
    // The position of the shared tour that is last in the piece before.
    uint last = before(headers[change].low);
    uint cuts = last_cut(change);
    for (uint piece = 0u; piece <= cuts; piece++) {
        uint cut = cut_of(change, piece), begin = cut, end = cut;
        if (piece < cuts) {
            bool reversed = (change_pieces[change * MAX_PIECES + piece].y & 1u) != 0u;
            uint highest = cut + positions_of(change, piece) - 1u;
            begin = reversed ? highest : cut;
            end = reversed ? cut : highest;
        }
        // In space a distance takes much code: the loop needs it once.
        [[dont_unroll]] for (uint edge = 0u; edge < 2u; edge++) {
            uint from = tours[tour + (edge == 0u ? before(cut) : last)], to = tours[tour + (edge == 0u ? cut : begin)];
            if (from < cities && to < cities) {
                uint length = distance_of(from, to);
                gain += edge == 0u ? length : 0u - length;
            }
        }
        last = end;
    }
    return gain;
}

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(ants);
    uint stop = state[0].stop; // or FAULTY if this dispatch has found a wrong change
    if (item >= ants || (stop != 0u && stop != FAULTY) || headers[item].size_class == CLASS_NONE) {
        return;
    }
    if (uint(headers[item].gain) != gain_of(item)) {
        atomicMax(state[0].wrong_change, item + 1u);
        atomicMax(state[0].stop, FAULTY);
    }
}
