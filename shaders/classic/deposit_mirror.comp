#version 460
// Last part of the deposit in one triangle: copies the pheromone above the diagonal to the cells
// below it. One work-group per square of the matrix; those above the diagonal have nothing to do.
// Go reference: aco/classic/reference/deposit.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // squares
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) buffer PheromoneBuffer { uint pheromone[]; };

uint across_cell(uint index) { return pheromone[index]; }

#include "square.glsl"

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uvec2 corner = corner_of(first + group_index());
    if (corner.x < corner.y) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    load_across(corner, lane);
    for (uint place = lane; place < SIDE * SIDE; place += GROUP_SIZE) {
        uvec2 at = place_in_square(place), cell = corner + at;
        if (cell.x > cell.y && cell.x < cities) {
            pheromone[cell.x * pitch + cell.y] = transposed(at);
        }
    }
}
