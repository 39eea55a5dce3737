#version 460
// Accepts changes of one class into the next tour. One invocation per ant. Go reference:
// aco/merged/reference/claim.go.
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(constant_id = 1) const uint CLASS = 0;

layout(push_constant) uniform Push {
    uint first, count; // work-groups
    uint places, ants, gain_shift;
};

layout(set = 0, binding = 1, std430) readonly buffer ClaimsBuffer { uint claims[]; };
#define HEADERS_BINDING 2
#define HEADERS_ACCESS
#define PIECES_BINDING 3
#include "change.glsl"
#include "positions.glsl"
#include "accepted.glsl"
#include "item.glsl"
#include "sum.glsl"

shared uint accepted, losing;

// owns_blocks returns whether a change has the largest claim on all its blocks, and on the block
// of the position after its interval.
bool owns_blocks(uint change, uint key, uint claims_at) {
    uint low = headers[change].low;
    uint high = min(headers[change].high, places - 1u);
    uint section = claims_at + first_block(CLASS), shift = block_shift(CLASS);
    for (uint block = low >> shift; block <= high >> shift; block++) {
        if (claims[section + block] != key) {
            return false;
        }
    }
    return claims[section + (after(high) >> shift)] == key;
}

bool can_accept(uint change, uint key, uint claims_at) {
    if (headers[change].size_class != CLASS || !owns_blocks(change, key, claims_at)) {
        return false;
    }
    uint last = last_cut(change);
    for (uint piece = 0u; piece <= last; piece++) {
        if (covered(cut_of(change, piece), CLASS, claims_at, colony)) {
            return false;
        }
    }
    return true;
}

void main() {
    if (group_index() >= count) {
        return;
    }
    assign_item(ants);
    if (state[colony].stop != 0u) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        clear_sum();
        accepted = 0u;
        losing = 0u;
    }
    barrier();
    uint change = colony * ants + item;
    if (item < ants) {
        int gain = headers[change].gain;
        if (can_accept(change, key_of(gain, item, ants, gain_shift), claims_of(colony, state[colony].iteration))) {
            headers[change].accepted = 1u;
            add_to_sum(long_minus(gain));
            atomicAdd(accepted, 1u);
            atomicAdd(losing, uint(gain < 0));
        }
    }
    barrier();
    if (lane == 0u && accepted > 0u) {
        uint old = atomicAdd(state[colony].tour_length.x, sum_low);
        atomicAdd(state[colony].tour_length.y, sum_high + carry_of(old, sum_low));
        atomicAdd(state[colony].accepted, accepted);
        atomicAdd(state[colony].losing, losing);
    }
}
