// Running sums over the invocations of a subgroup, in the order of the invocations. Their steps are written out: compilers do not
// unroll loops around subgroup operations, and each turn of such a loop takes as long as the step itself.

void add_from(uint distance, inout uint value) {
    uint before = subgroup_shuffle_up(value, distance);
    value += subgroup_lane >= distance ? before : 0u;
}

// inclusive_sum is subgroupInclusiveAdd for whole subgroups. Compilers have to allow for missing invocations in their own, and
// Nvidia's takes three times as long for it; see docs/performance.md.
uint inclusive_sum(uint value) {
    add_from(1u, value);
    add_from(2u, value);
    if (subgroup_size > 4u) {
        add_from(4u, value);
    }
    if (subgroup_size > 8u) {
        add_from(8u, value);
    }
    if (subgroup_size > 16u) {
        add_from(16u, value);
    }
    if (subgroup_size > 32u) {
        add_from(32u, value);
    }
    if (subgroup_size > 64u) {
        add_from(64u, value);
    }
#ifdef NO_SUBGROUPS
    if (subgroup_size > 128u) {
        add_from(128u, value);
    }
#endif
    return value;
}

void exchange_two(uint distance, inout uint before, inout uint total) {
    uint other = subgroup_shuffle_xor(total, distance);
    before += (subgroup_lane & distance) != 0u ? other : 0u;
    total += other;
}

// exchange_four does what exchange_two does with a distance and twice it. Its three exchanges are on their way together.
void exchange_four(uint distance, inout uint before, inout uint total) {
    uint near = subgroup_shuffle_xor(total, distance);
    uint far = subgroup_shuffle_xor(total, 2u * distance), farther = subgroup_shuffle_xor(total, 3u * distance);
    uint others = far + farther;
    before += ((subgroup_lane & distance) != 0u ? near : 0u) + ((subgroup_lane & 2u * distance) != 0u ? others : 0u);
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
