// Running sums over the invocations of a subgroup, in the order of the invocations.
#extension GL_KHR_shader_subgroup_shuffle_relative : require

// inclusive_sum is subgroupInclusiveAdd for whole subgroups. Compilers have to allow for missing invocations in their own, and
// Nvidia's takes three times as long for it; see docs/performance.md. Only the first so many invocations need sums.
uint inclusive_sum(uint value, uint lanes) {
    for (uint distance = 1u; distance < lanes; distance *= 2u) {
        uint before = subgroupShuffleUp(value, distance);
        value += gl_SubgroupInvocationID >= distance ? before : 0u;
    }
    return value;
}

uint inclusive_sum(uint value) { return inclusive_sum(value, gl_SubgroupSize); }
