#version 460
// Last part of the deposit by rows (Uchida et al. 2014, section 4.3.2): adds the deposits in both
// directions of each edge to the pheromone. The paper adds the transpose to the whole pheromone
// matrix, which it halves before. Here only the deposits are added, so no bit is lost. One
// work-group per square of the matrix. Go reference: aco/classic/reference/deposit.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // squares
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) readonly buffer DepositsBuffer { uint deposits[]; };
layout(set = 0, binding = 2, std430) buffer PheromoneBuffer { uint pheromone[]; };

uint across_cell(uint index) { return deposits[index]; }

#include "square.glsl"

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uvec2 corner = corner_of(first + group_index());
    uint lane = gl_LocalInvocationIndex;
    load_across(corner, lane);
    for (uint place = lane; place < SIDE * SIDE; place += GROUP_SIZE) {
        uvec2 at = place_in_square(place), cell = corner + at;
        if (max(cell.x, cell.y) < cities) {
            uint index = cell.x * pitch + cell.y;
            pheromone[index] += deposits[index] + transposed(at);
        }
    }
}
