#version 460
// Begins the row of an iteration's statistics, with the lengths of the tours. One work-group per
// colony. Go reference: aco/classic/reference/statistics.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"

layout(push_constant) uniform Push {
    uint first, count; // colonies
    uint ants;
    uint statistics_every;
};

#define STATISTICS_ACCESS
#include "statistics.glsl"

layout(set = 0, binding = 2, std430) readonly buffer LengthsBuffer { uvec2 lengths[]; };

shared uvec2 shortest[GROUP_SIZE], longest[GROUP_SIZE];
shared uint excess_low, excess_high, squares_low, squares_high;

// range_of_lengths stores the shortest and the longest length in shortest[0] and longest[0].
void range_of_lengths(uint lane) {
    uvec2 least = uvec2(~0u), most = uvec2(0u);
    for (uint ant = lane; ant < ants; ant += GROUP_SIZE) {
        uvec2 length = lengths[colony * ants + ant];
        least = select(long_less(length, least), length, least);
        most = select(long_less(most, length), length, most);
    }
    shortest[lane] = least;
    longest[lane] = most;
    for (uint stride = GROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (lane < stride) {
            if (long_less(shortest[lane + stride], shortest[lane])) {
                shortest[lane] = shortest[lane + stride];
            }
            if (long_less(longest[lane], longest[lane + stride])) {
                longest[lane] = longest[lane + stride];
            }
        }
    }
    barrier();
}

// square_shift returns the right shift after which the sum of the squares of all ants has 64 bits.
uint square_shift(uvec2 most) {
    int half_bits = (findMSB(ants - 1u) + 2) / 2; // of the number of ants
    int bits = most == uvec2(0u) ? 0 : 64 - int(long_zeros(most));
    return uint(max(0, bits + half_bits - 32));
}

void main() {
    if (group_index() >= count) {
        return;
    }
    colony = first + group_index();
    if (!has_row()) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        excess_low = 0u;
        excess_high = 0u;
        squares_low = 0u;
        squares_high = 0u;
    }
    range_of_lengths(lane);
    uint shift = square_shift(long_subtract(longest[0], shortest[0]));
    uvec2 excess = uvec2(0u), squares = uvec2(0u);
    for (uint ant = lane; ant < ants; ant += GROUP_SIZE) {
        uvec2 more = long_subtract(lengths[colony * ants + ant], shortest[0]);
        excess = long_add(excess, more);
        squares = long_add(squares, long_square(long_shift_right(more, shift).x));
    }
    uint old = atomicAdd(excess_low, excess.x);
    atomicAdd(excess_high, excess.y + carry_of(old, excess.x));
    old = atomicAdd(squares_low, squares.x);
    atomicAdd(squares_high, squares.y + carry_of(old, squares.x));
    barrier();
    if (lane == 0u) {
        statistics[row_index()] = Statistics(state[COLONY].iteration + 1u, shift, shortest[0], excess_low, excess_high,
                                             squares_low, squares_high, 0u, 0u, 0u, ~0u, 0u, 0u);
    }
}
