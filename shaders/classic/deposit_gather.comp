#version 460
// Deposit without atomic additions: one invocation per cell of the pheromone looks for its edge
// in all tours (Cecilia et al. 2013, section 3.3 and table 4, version 5). With TILED the
// work-group reads the tours into shared memory, tile by tile (version 4). With HALF a cell is
// for both directions of its edge (version 3). Go reference: aco/classic/reference/deposit.go.
//
// A unit is a block of cells, one per invocation, and a range of EDGES_PER_UNIT edges of all
// tours in sequence. The units of a range are consecutive, and a dispatch has at most as many
// units as there are blocks. So no two units of a dispatch change the same cell.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

// 1: the deposit is on both directions of an edge.
layout(constant_id = 1) const uint SYMMETRIC = 1;
layout(constant_id = 2) const uint HALF = 0;            // 1: one cell for both directions
layout(constant_id = 3) const uint BLOCKS = 1;          // of cells
layout(constant_id = 4) const uint EDGES_PER_UNIT = 64; // edges of a range

layout(push_constant) uniform Push {
    uint first, count; // units
    uint cities, pitch;
    uint depositors; // tours
};

layout(set = 0, binding = 1, std430) readonly buffer ToursBuffer { uint tours[]; };
layout(set = 0, binding = 2, std430) readonly buffer AmountsBuffer { uint amounts[]; };
layout(set = 0, binding = 3, std430) buffer PheromoneBuffer { uint pheromone[]; };

#include "deposit.glsl"

#ifdef TILED
shared uvec2 tile[GROUP_SIZE]; // edges
shared uint tile_amounts[GROUP_SIZE];
#endif

const uvec2 NO_CELL = uvec2(~0u);

// cell_at returns the row and column of a cell.
uvec2 cell_at(uint index) {
    if (HALF == 0u) {
        uvec2 cell = uvec2(index / cities, index % cities);
        return cell.x < cities ? cell : NO_CELL;
    }
    // Each row has the cells of the next cities / 2 cities, with wrap-around. So each pair of
    // cities is in one row, except that pairs at a distance of exactly half the cities are in
    // two. The second one is skipped.
    uint width = cities / 2u;
    uint row = index / width;
    uint away = index % width + 1u;
    bool twice = 2u * away == cities && row >= width;
    return row < cities && !twice ? uvec2(row, (row + away) % cities) : NO_CELL;
}

bool matches(uvec2 edge, uvec2 cell) {
    return edge == cell || (SYMMETRIC == 1u && edge.yx == cell);
}

// gather returns the sum of the deposits on a cell's edge by the edges start to end - 1 of the
// tours.
uint gather(uvec2 cell, uint start, uint end) {
    uint sum = 0u;
#ifdef TILED
    uint lane = gl_LocalInvocationIndex;
    for (; start < end; start += GROUP_SIZE) {
        uint length = min(GROUP_SIZE, end - start);
        if (lane < length) {
            uint ant = (start + lane) / cities;
            uint k = (start + lane) % cities;
            tile[lane] = uvec2(tours[ant * cities + k], tours[ant * cities + after(k)]);
            tile_amounts[lane] = amounts[ant];
        }
        barrier();
        for (uint i = 0u; i < length; i++) {
            sum += matches(tile[i], cell) ? tile_amounts[i] : 0u;
        }
        barrier(); // all invocations have read the tile
    }
#else
    uint ant = start / cities;
    uint k = start % cities;
    for (; start < end; start++) {
        if (matches(uvec2(tours[start], tours[ant * cities + after(k)]), cell)) {
            sum += amounts[ant];
        }
        k = after(k);
        ant += k == 0u ? 1u : 0u;
    }
#endif
    return sum;
}

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    uvec2 cell = cell_at(unit % BLOCKS * GROUP_SIZE + gl_LocalInvocationIndex);
    uint start = unit / BLOCKS * EDGES_PER_UNIT;
    uint sum = gather(cell, start, min(start + EDGES_PER_UNIT, depositors * cities));
    if (sum != 0u) {
        pheromone[cell.x * pitch + cell.y] += sum;
        if (HALF == 1u) {
            pheromone[cell.y * pitch + cell.x] += sum;
        }
    }
}
