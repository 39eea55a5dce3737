// Prefix sums over the invocations of a work-group, in the order of gl_LocalInvocationIndex.
#include "sum.glsl"

shared uint subgroup_totals[GROUP_SIZE / MIN_SUBGROUP];

// sum_before returns the sum of the values of the invocations before this one, and the total. All
// invocations call it, and need a barrier before they call it again.
uint sum_before(uint value, bool last_of_subgroup, out uint total) {
    uint inclusive = inclusive_sum(value);
    if (last_of_subgroup) {
        subgroup_totals[subgroup_index] = inclusive;
    }
    barrier();

    uint before = inclusive - value;
    total = 0u;
    for (uint s = 0u; s < subgroup_count; s++) {
        before += s < subgroup_index ? subgroup_totals[s] : 0u;
        total += subgroup_totals[s];
    }
    return before;
}
