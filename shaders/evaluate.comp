#version 460
// Tour lengths, and what each ant will deposit. A work-group an ant. Go twin: aco/reference/evaluate.go.
// With COORDINATES the distances are computed, not looked up.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/long.glsl"
layout(push_constant) uniform Push {
    uint first, count; // ants
    uint cities, pitch;
    uint deposit_cap;               // units
    uint quantity_low, quantity_high; // units times length, below 2⁶³
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
#define DISTANCE_BINDING 2
#include "include/distance.glsl"
layout(set = 0, binding = 3, std430) writeonly buffer LengthsBuffer { uvec2 lengths[]; };
layout(set = 0, binding = 4, std430) writeonly buffer AmountsBuffer { uint amounts[]; };

shared uint length_low, length_high;

// amount_for returns min(deposit_cap, ⌊quantity/length⌋) by long division.
uint amount_for(uvec2 length) {
    uvec2 rest = uvec2(quantity_high, 0u);
    if (!long_less(rest, length)) {
        return deposit_cap; // the quotient has more than 32 bits, or the length is 0
    }
    uint quotient = 0u;
    for (int bit = 31; bit >= 0; bit--) {
        rest = uvec2(rest.x << 1 | (quantity_low >> bit & 1u), rest.y << 1 | rest.x >> 31);
        quotient <<= 1;
        if (!long_less(rest, length)) {
            rest = long_subtract(rest, length);
            quotient |= 1u;
        }
    }
    return min(deposit_cap, quotient);
}

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
    uint tour = ant * cities;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        length_low = 0u;
        length_high = 0u;
    }
    barrier();

    uvec2 part = uvec2(0);
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        uint to = k + 1u < cities ? k + 1u : 0u;
        part = long_add(part, uvec2(distance_of(tours[tour + k], tours[tour + to]), 0u));
    }
    uint old = atomicAdd(length_low, part.x);
    atomicAdd(length_high, part.y + (old + part.x < old ? 1u : 0u));
    barrier();

    if (lane == 0u) {
        uvec2 length = uvec2(length_low, length_high);
        lengths[ant] = length;
        amounts[ant] = amount_for(length);
    }
}
