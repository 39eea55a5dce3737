#version 460
// Second part of the deposit by rows (Uchida et al. 2014, section 4.3.1): sums the deposits on
// the edges that leave a city, in shared memory, COLUMNS columns at a time. One work-group per
// row. With APART the sums go to a separate matrix instead of the pheromone.
// Go reference: aco/classic/reference/deposit.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(constant_id = 1) const uint COLUMNS = 64; // columns whose sums are in shared memory

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch;
    uint depositors; // tours
};

layout(set = 0, binding = 1, std430) readonly buffer SuccessorsBuffer { uint successors[]; };
layout(set = 0, binding = 2, std430) readonly buffer AmountsBuffer { uint amounts[]; };
#ifdef APART
layout(set = 0, binding = 3, std430) writeonly buffer DepositsBuffer { uint deposits[]; };
#else
layout(set = 0, binding = 3, std430) buffer PheromoneBuffer { uint pheromone[]; };
#endif

shared uint sums[COLUMNS];

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint row = first + group_index();
    uint lane = gl_LocalInvocationIndex;
    for (uint start = 0u; start < cities; start += COLUMNS) {
        // Each invocation clears only the columns that it has written out itself, so no barrier
        // is needed before.
        for (uint j = lane; j < COLUMNS; j += GROUP_SIZE) {
            sums[j] = 0u;
        }
        barrier();
        for (uint ant = lane; ant < depositors; ant += GROUP_SIZE) {
            // Wraps around to a large number before the first column.
            uint j = successors[row * depositors + ant] - start;
            if (j < COLUMNS) {
                atomicAdd(sums[j], amounts[ant]);
            }
        }
        barrier();
        uint width = min(COLUMNS, cities - start);
        for (uint j = lane; j < width; j += GROUP_SIZE) {
#ifdef APART
            deposits[row * pitch + start + j] = sums[j];
#else
            pheromone[row * pitch + start + j] += sums[j];
#endif
        }
    }
}
