#version 460
// Second part of the deposit by rows (Uchida et al. 2014, section 4.3.1): what the ants deposit on the edges out of a city is
// added up in shared memory, as many columns at a time as that holds. One work-group per row.
// Compiled with APART, the sums do not go to the pheromone, but to a matrix of their own.
// Go reference: aco/reference/deposit.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"

layout(constant_id = 1) const uint COLUMNS = 64; // whose sums shared memory holds

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch, ants;
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
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint row = first + group_index();
    uint lane = gl_LocalInvocationIndex;
    for (uint start = 0u; start < cities; start += COLUMNS) {
        // Here and at the end an invocation has the same columns: what it clears, it has written out itself.
        for (uint j = lane; j < COLUMNS; j += GROUP_SIZE) {
            sums[j] = 0u;
        }
        barrier();
        for (uint ant = lane; ant < ants; ant += GROUP_SIZE) {
            uint j = successors[row * ants + ant] - start; // wraps far beyond the columns
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
