#version 460
// Deposit by atomic additions (Cecilia et al. 2013, table 4, version 2; Zhou et al. 2017,
// algorithm B3). One work-group per tour. With TILED the work-group first reads the tour into
// shared memory, tile by tile (version 1). With ONE_TRIANGLE the deposits of both directions are
// added in the upper triangle of the matrix, and deposit_mirror.comp copies it. Go reference:
// aco/classic/reference/deposit.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

// 1: the deposit is on both directions of an edge.
layout(constant_id = 1) const uint SYMMETRIC = 1;
// 1: of symmetric pheromone, only cells above the diagonal change.
layout(constant_id = 2) const uint ONE_TRIANGLE = 0;

layout(push_constant) uniform Push {
    uint first, count; // tours
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer AmountsBuffer { uint amounts[]; };
layout(set = 0, binding = 3, std430) buffer PheromoneBuffer { uint pheromone[]; };

#include "deposit.glsl"

#ifdef TILED
shared uint tile[GROUP_SIZE + 1]; // the cities of one tile and the city after it
#endif

void add(uint from, uint to, uint amount) {
    if (ONE_TRIANGLE == 1u) {
        atomicAdd(pheromone[min(from, to) * pitch + max(from, to)], amount);
        return;
    }
    atomicAdd(pheromone[from * pitch + to], amount);
    if (SYMMETRIC == 1u) {
        atomicAdd(pheromone[to * pitch + from], amount);
    }
}

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint ant = first + group_index();
    uint tour = ant * cities;
    uint amount = amounts[ant];
    uint lane = gl_LocalInvocationIndex;
#ifdef TILED
    for (uint start = 0u; start < cities; start += GROUP_SIZE) {
        uint k = start + lane;
        if (k < cities) {
            tile[lane] = tours[tour + k];
            if (lane == GROUP_SIZE - 1u || k == cities - 1u) {
                tile[lane + 1u] = tours[tour + after(k)];
            }
        }
        barrier();
        if (k < cities) {
            add(tile[lane], tile[lane + 1u], amount);
        }
        barrier(); // all invocations have read the tile
    }
#else
    for (uint k = lane; k < cities; k += GROUP_SIZE) {
        add(tours[tour + k], tours[tour + after(k)], amount);
    }
#endif
}
