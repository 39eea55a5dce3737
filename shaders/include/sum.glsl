// Running sums over the invocations of a subgroup, in the order of the invocations. Their steps are written out: compilers do not
// unroll loops around subgroup operations, and each turn of such a loop takes as long as the step itself.
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

void add_from(uint distance, inout uint value) {
    uint before = subgroupShuffleUp(value, distance);
    value += gl_SubgroupInvocationID >= distance ? before : 0u;
}

// inclusive_sum is subgroupInclusiveAdd for whole subgroups. Compilers have to allow for missing invocations in their own, and
// Nvidia's takes three times as long for it; see docs/performance.md.
uint inclusive_sum(uint value) {
    add_from(1u, value);
    add_from(2u, value);
    if (gl_SubgroupSize > 4u) {
        add_from(4u, value);
    }
    if (gl_SubgroupSize > 8u) {
        add_from(8u, value);
    }
    if (gl_SubgroupSize > 16u) {
        add_from(16u, value);
    }
    if (gl_SubgroupSize > 32u) {
        add_from(32u, value);
    }
    if (gl_SubgroupSize > 64u) {
        add_from(64u, value);
    }
    return value;
}

void exchange_two(uint distance, inout uint before, inout uint total) {
    uint other = subgroupShuffleXor(total, distance);
    before += (gl_SubgroupInvocationID & distance) != 0u ? other : 0u;
    total += other;
}

// exchange_four does what exchange_two does with a distance and twice it. Its three exchanges are on their way together.
void exchange_four(uint distance, inout uint before, inout uint total) {
    uint near = subgroupShuffleXor(total, distance);
    uint far = subgroupShuffleXor(total, 2u * distance), farther = subgroupShuffleXor(total, 3u * distance);
    uint others = far + farther;
    before += ((gl_SubgroupInvocationID & distance) != 0u ? near : 0u) + ((gl_SubgroupInvocationID & 2u * distance) != 0u ? others : 0u);
    total += near + others;
}

// team_sum returns the sum of the values of the invocations before this one in its team, and the total of all. Teams are 4, 8, 16 or
// 32 invocations in a row, a constant.
uint team_sum(uint value, uint team, out uint total) {
    uint before = 0u;
    total = value;
    exchange_four(1u, before, total);
    if (team > 8u) {
        exchange_four(4u, before, total);
    } else if (team > 4u) {
        exchange_two(4u, before, total);
    }
    if (team > 16u) {
        exchange_two(16u, before, total);
    }
    return before;
}
