#version 460
// Choice info: the integer weight of each edge, scaled by row. One work-group per row. The rule
// and its source are in the Go reference, aco/classic/reference/choice.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#include "../include/multiply.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#include "product.glsl"
#include "weigh.glsl"

layout(constant_id = 1) const uint ALPHA = 0x10000000u; // in parts of 2²⁸

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
layout(set = 0, binding = 2, std430) readonly buffer HeuristicBuffer { uint heuristic[]; };
layout(set = 0, binding = 3, std430) writeonly buffer WeightsBuffer { uint weights[]; };

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint self = first + group_index();
    uint row = self * pitch;
    uint lane = gl_LocalInvocationIndex;
    begin_row(lane);

    int highest = MIN_TOP;
    for (uint j = lane; j < cities; j += GROUP_SIZE) {
        if (j != self) {
            highest = max(highest, top(product_of(pheromone[row + j], heuristic[row + j], ALPHA)));
        }
    }
    highest = top_of_row(highest);

    uint drop = weight_drop(cities);
    uint sum = 0u;
    for (uint j = lane; j < cities; j += GROUP_SIZE) {
        if (j != self) {
            sum += align_to(product_of(pheromone[row + j], heuristic[row + j], ALPHA), highest) >> drop;
        }
    }

    uint shift = weight_shift(sum_of_row(sum), cities);
    for (uint j = lane; j < pitch; j += GROUP_SIZE) {
        uint weight = 0u; // for the city itself and the padding of the row
        if (j < cities && j != self) {
            Product p = product_of(pheromone[row + j], heuristic[row + j], ALPHA);
            weight = max(1u, align_to(p, highest) >> shift);
        }
        weights[row + j] = weight;
    }
}
