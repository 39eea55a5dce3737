#version 460
// Writes a record of each change that the device's ants have submitted, in any order, for the
// other devices. One invocation per ant. Go reference: Export in
// aco/merged/reference/export.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint ants;
};

#include "change.glsl"
#include "item.glsl"
#include "exchange.glsl"
layout(set = 0, binding = 1, std430) readonly buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = 2, std430) readonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };
layout(set = 0, binding = 3, std430) buffer ExportedBuffer { uint exported[]; };
layout(set = 0, binding = 4, std430) writeonly buffer OutgoingBuffer { uint outgoing[]; };

shared uint changes, words, first_word; // of the work-group

void main() {
    if (group_index() >= count || state[0].stop != 0u) {
        return;
    }
    assign_item(ants);
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        changes = 0u;
        words = 0u;
    }
    barrier();
    bool submitted = item < ants && headers[item].size_class != CLASS_NONE;
    uint pieces = submitted ? min(headers[item].pieces, MAX_PIECES) : 0u, at = 0u;
    if (submitted) {
        uint piece_words = headers[item].size_class < CLASS_LONG ? 1u : 2u;
        at = atomicAdd(words, RECORD_WORDS + piece_words * pieces);
        atomicAdd(changes, 1u);
    }
    barrier();
    if (lane == 0u && changes > 0u) {
        first_word = atomicAdd(exported[EXPORTED_RECORD_WORDS], words);
        atomicAdd(exported[EXPORTED_CHANGES], changes);
    }
    barrier();
    if (!submitted) {
        return;
    }
    at += first_word;
    Header h = headers[item];
    outgoing[at + RECORD_ANT] = item;
    outgoing[at + RECORD_GAIN] = uint(h.gain);
    outgoing[at + RECORD_SHAPE] = pieces | h.size_class << CLASS_SHIFT;
    outgoing[at + RECORD_LOW] = h.low;
    outgoing[at + RECORD_HIGH] = h.high;
    at += RECORD_WORDS;
    for (uint i = 0u; i < MAX_PIECES && i < pieces; i++) {
        uvec2 piece = change_pieces[item * MAX_PIECES + i];
        if (h.size_class < CLASS_LONG) {
            outgoing[at + i] = (piece.x - h.low) << START_SHIFT | (piece.y - 2u * h.low);
        } else {
            outgoing[at + 2u * i] = piece.x;
            outgoing[at + 2u * i + 1u] = piece.y;
        }
    }
}
