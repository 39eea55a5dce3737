#version 460
// Submits the changes of the other devices' ants to the merge, and sets the counts to the sums
// over all devices. One invocation per change. Go reference: Import in
// aco/merged/reference/import.go.
#include "../include/stage.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint places, ants, gain_shift;
};

#include "change.glsl"
#include "positions.glsl"
#include "item.glsl"
#include "exchange.glsl"
layout(set = 0, binding = 1, std430) readonly buffer IncomingBuffer { uint incoming[]; };
layout(set = 0, binding = 2, std430) writeonly buffer HeadersBuffer { Header headers[]; };
layout(set = 0, binding = 3, std430) writeonly buffer ChangePiecesBuffer { uvec2 change_pieces[]; };
layout(set = 0, binding = 4, std430) buffer ClaimsBuffer { uint claims[]; };
layout(set = 0, binding = 5, std430) writeonly buffer LongChangesBuffer { uint long_changes[]; };

// That an interval touches.
const uint MAX_BLOCKS = (WIDE_SPAN >> (SHORT_BLOCK_SHIFT + 2 * BLOCK_SHIFT_STEP)) + 1;

// claim claims the blocks of a change, and the block of the position after its interval.
void claim(Header h, uint ant) {
    uint shift = block_shift(h.size_class), key = key_of(h.gain, ant, ants, gain_shift);
    uint section = claims_of(0u, state[0].iteration) + first_block(h.size_class);
    uint low = h.low >> shift, blocks = (h.high >> shift) - low + 1u;
    for (uint i = 0u; i < MAX_BLOCKS && i < blocks; i++) {
        atomicMax(claims[section + low + i], key);
    }
    atomicMax(claims[section + (after(h.high) >> shift)], key);
}

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(ants);
    if (item == 0u) {
        state[0].evaluations = incoming[INCOMING_EVALUATIONS];
        state[0].moves = incoming[INCOMING_MOVES];
        state[0].undone = incoming[INCOMING_UNDONE];
        state[0].full = incoming[INCOMING_FULL];
        state[0].submitted = incoming[INCOMING_SUBMITTED];
        state[0].long_submitted = incoming[INCOMING_LONG];
    }
    uint changes = incoming[0];
    if (item >= changes) {
        return;
    }
    uint at = INCOMING_OFFSETS + changes + incoming[INCOMING_OFFSETS + item];
    uint ant = incoming[at + RECORD_ANT], shape = incoming[at + RECORD_SHAPE];
    uint pieces = shape & (1u << CLASS_SHIFT) - 1u;
    Header h = Header(int(incoming[at + RECORD_GAIN]), pieces, incoming[at + RECORD_LOW], incoming[at + RECORD_HIGH],
        shape >> CLASS_SHIFT, 0u, 0u, 0u);
    headers[ant] = h;
    at += RECORD_WORDS;
    for (uint i = 0u; i < MAX_PIECES && i < pieces; i++) {
        uvec2 piece;
        if (h.size_class < CLASS_LONG) {
            uint word = incoming[at + i];
            piece = uvec2(h.low + (word >> START_SHIFT), 2u * h.low + (word & (1u << START_SHIFT) - 1u));
        } else {
            piece = uvec2(incoming[at + 2u * i], incoming[at + 2u * i + 1u]);
        }
        change_pieces[ant * MAX_PIECES + i] = piece;
    }
    if (h.size_class < CLASS_LONG) {
        claim(h, ant);
    } else {
        long_changes[atomicAdd(state[0].long_changes, 1u)] = ant;
    }
}
