// Prefix sums over the invocations of a subgroup, team or work-group, in their order. The
// steps are written out: compilers do not unroll loops around subgroup operations, and each turn
// of such a loop takes as long as the step itself. The includer has subgroup.glsl.

void add_from(uint distance, inout uint value) {
    uint before = subgroup_shuffle_up(value, distance);
    value += subgroup_lane >= distance ? before : 0u;
}

// inclusive_sum is subgroupInclusiveAdd for complete subgroups. The built-in operation must also
// handle inactive invocations, and Nvidia's compiler takes three times as long for it.
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

void exchange_two(uint lane, uint distance, inout uint before, inout uint total) {
    uint other = subgroup_shuffle_xor(total, distance);
    before += (lane & distance) != 0u ? other : 0u;
    total += other;
}

// exchange_four does the work of exchange_two for a distance and twice the distance. Its three
// exchanges can overlap.
void exchange_four(uint lane, uint distance, inout uint before, inout uint total) {
    uint near = subgroup_shuffle_xor(total, distance);
    uint far = subgroup_shuffle_xor(total, 2u * distance), farther = subgroup_shuffle_xor(total, 3u * distance);
    uint others = far + farther;
    before += ((lane & distance) != 0u ? near : 0u) + ((lane & 2u * distance) != 0u ? others : 0u);
    total += near + others;
}

// team_sum returns the sum of the values of the invocations before this one in its team, and the
// team's total. A team is 4, 8, 16 or 32 consecutive invocations; its size is a constant. lane is
// the number of this invocation, in a variable: Nvidia's compiler reads the special register once
// more wherever subgroup_lane is.
uint team_sum(uint lane, uint value, uint team, out uint total) {
    uint before = 0u;
    total = value;
    exchange_four(lane, 1u, before, total);
    if (team > 8u) {
        exchange_four(lane, 4u, before, total);
    } else if (team > 4u) {
        exchange_two(lane, 4u, before, total);
    }
    if (team > 16u) {
        exchange_two(lane, 16u, before, total);
    }
    return before;
}

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
