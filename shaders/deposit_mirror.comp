#version 460
// Last part of the deposit in one triangle: copies the pheromone above the diagonal to the cells below it. One work-group per square of the
// matrix; those above the diagonal have nothing to do. Go reference: internal/reference/deposit.go.
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"

layout(constant_id = 1) const uint SIDE = 32;   // rows and columns of a square
layout(constant_id = 2) const uint SQUARES = 1; // squares in a row of the matrix

layout(push_constant) uniform Push {
    uint first, count; // squares
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uint pheromone[]; };

// The square on the other side of the diagonal. One extra column puts the words of a column into different banks.
const uint STRIDE = SIDE + 1;
shared uint across[SIDE * STRIDE];

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    uvec2 corner = SIDE * uvec2(unit / SQUARES, unit % SQUARES); // row and column
    if (corner.x < corner.y) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    for (uint place = lane; place < SIDE * SIDE; place += GROUP_SIZE) {
        uvec2 at = uvec2(place / SIDE, place % SIDE);
        uvec2 cell = corner.yx + at;
        if (max(cell.x, cell.y) < cities) {
            across[at.x * STRIDE + at.y] = pheromone[cell.x * pitch + cell.y];
        }
    }
    barrier();
    for (uint place = lane; place < SIDE * SIDE; place += GROUP_SIZE) {
        uvec2 at = uvec2(place / SIDE, place % SIDE);
        uvec2 cell = corner + at;
        if (cell.x > cell.y && cell.x < cities) {
            pheromone[cell.x * pitch + cell.y] = across[at.y * STRIDE + at.x];
        }
    }
}
