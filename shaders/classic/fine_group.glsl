// Fine weights of an ant that is a work-group. The includer has sum.glsl and what fine.glsl needs.
#include "fine.glsl"
#include "weigh.glsl"

// The reductions of fine.glsl over the work-group.
int top_of_ant(int highest) {
    begin_row(gl_LocalInvocationIndex);
    return top_of_row(highest);
}

uint sum_of_ant(uint sum) { return sum_of_row(sum); }

uint sum_before_of_ant(uint sum, out uint total) {
    return sum_before(sum, subgroup_lane == subgroup_max(subgroup_lane), total);
}
