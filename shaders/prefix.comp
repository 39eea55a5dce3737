#version 460
// Running sums of the weights, and the guide to them. A work-group a row. Go twin: aco/reference/prefix.go.
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "include/stage.glsl"
#define STATE_ACCESS readonly
#include "include/state.glsl"
#include "include/group.glsl"
#include "include/philox.glsl"

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch, guide_shift;
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) coherent buffer SumsBuffer { uint sums[]; };
layout(set = 0, binding = 3, std430) writeonly buffer GuideBuffer { uint guide[]; };

#include "include/search.glsl"

shared uint subgroup_totals[GROUP_SIZE / MIN_SUBGROUP];

void main() {
    if (state.stop != 0u || group_index() >= count) {
        return;
    }
    uint self = first + group_index();
    uint row = self * pitch;
    uint lane = gl_LocalInvocationIndex;
    bool last_of_subgroup = gl_SubgroupInvocationID == subgroupMax(gl_SubgroupInvocationID);

    uint sum = 0u; // of the tiles so far
    for (uint tile = 0u; tile < cities; tile += GROUP_SIZE) {
        uint j = tile + lane;
        uint upto = subgroupInclusiveAdd(j < cities ? weights[row + j] : 0u);
        if (last_of_subgroup) {
            subgroup_totals[gl_SubgroupID] = upto;
        }
        barrier();
        uint before = sum;
        for (uint s = 0u; s < gl_NumSubgroups; s++) {
            before += s < gl_SubgroupID ? subgroup_totals[s] : 0u;
            sum += subgroup_totals[s];
        }
        if (j < cities) {
            sums[row + j] = before + upto;
        }
        barrier();
    }
    memoryBarrierBuffer();
    barrier();

    uint parts = 1u << (32u - guide_shift);
    for (uint part = lane; part < parts; part += GROUP_SIZE) {
        uint target = multiply_high(part << guide_shift, sum);
        guide[self * parts + part] = search(row, target, 0u, cities - 1u);
    }
}
