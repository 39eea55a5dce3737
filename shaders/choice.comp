#version 460
// Choice info: the integer weight of each edge, scaled by row. A work-group a row.
// The rule and its source are in the Go twin, aco/reference/choice.go.
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/product.glsl"

layout(constant_id = 1) const uint ALPHA_HALVES = 2; // α in halves

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch;
};

layout(set = 0, binding = 1, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
layout(set = 0, binding = 2, std430) readonly buffer HeuristicBuffer { uint heuristic[]; };
layout(set = 0, binding = 3, std430) writeonly buffer WeightsBuffer { uint weights[]; };

shared int row_top;
shared uint row_sum;

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint self = first + group_index();
    uint row = self * pitch;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        row_top = MIN_TOP;
        row_sum = 0u;
    }
    barrier();

    int highest = MIN_TOP;
    for (uint j = lane; j < cities; j += GROUP_SIZE) {
        if (j != self) {
            highest = max(highest, top(product_of(pheromone[row + j], heuristic[row + j], ALPHA_HALVES)));
        }
    }
    highest = subgroupMax(highest);
    if (subgroupElect()) {
        atomicMax(row_top, highest);
    }
    barrier();
    highest = row_top;

    uint drop = uint(findMSB(cities - 1u)) + 2u;
    uint sum = 0u;
    for (uint j = lane; j < cities; j += GROUP_SIZE) {
        if (j != self) {
            sum += align_to(product_of(pheromone[row + j], heuristic[row + j], ALPHA_HALVES), highest) >> drop;
        }
    }
    sum = subgroupAdd(sum);
    if (subgroupElect()) {
        atomicAdd(row_sum, sum);
    }
    barrier();

    uint shift = drop - uint(31 - findMSB(row_sum + 2u * cities));
    for (uint j = lane; j < pitch; j += GROUP_SIZE) {
        uint weight = 0u; // for the city itself and the padding of the row
        if (j < cities && j != self) {
            weight = max(1u, align_to(product_of(pheromone[row + j], heuristic[row + j], ALPHA_HALVES), highest) >> shift);
        }
        weights[row + j] = weight;
    }
}
