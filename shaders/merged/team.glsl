// The team of an ant: TEAM consecutive invocations of a subgroup.
// Subgroup operations need all invocations, so all teams of a subgroup take the same steps, with
// or without work. The includer has subgroup.glsl.

// A power of 2 from 4 to 32, at most the smallest subgroup.
layout(constant_id = 1) const uint TEAM = 32;
layout(constant_id = 2) const uint ANTS = 1;  // of a work-group

uint slot;   // the team's number in the work-group
uint member; // the invocation's number in the team
uint lane;   // the invocation's number in the subgroup

// team_ballot returns the votes of the team, a bit per member.
uint team_ballot(bool vote) {
    uvec4 all = subgroup_ballot(vote);
    uint word = lane < 64u ? (lane < 32u ? all.x : all.y) : (lane < 96u ? all.z : all.w);
    return TEAM == 32u ? word : word >> (lane & 31u & ~(TEAM - 1u)) & (0xFFFFFFFFu >> (32u - TEAM));
}

// team_max returns the maximum of the team: in one operation if it is the whole subgroup,
// otherwise in steps. They are written out, because drivers do not unroll loops with a
// specialization constant as bound.
int team_max(int value) {
    if (TEAM == subgroup_size) {
        return subgroup_max(value);
    }
    if (TEAM > 16u) {
        value = max(value, subgroup_shuffle_xor(value, 16u));
    }
    if (TEAM > 8u) {
        value = max(value, subgroup_shuffle_xor(value, 8u));
    }
    if (TEAM > 4u) {
        value = max(value, subgroup_shuffle_xor(value, 4u));
    }
    value = max(value, subgroup_shuffle_xor(value, 2u));
    return max(value, subgroup_shuffle_xor(value, 1u));
}

// team_add returns the sum of the team, as team_max the maximum.
uint team_add(uint value) {
    if (TEAM == subgroup_size) {
        return subgroup_add(value);
    }
    if (TEAM > 16u) {
        value += subgroup_shuffle_xor(value, 16u);
    }
    if (TEAM > 8u) {
        value += subgroup_shuffle_xor(value, 8u);
    }
    if (TEAM > 4u) {
        value += subgroup_shuffle_xor(value, 4u);
    }
    value += subgroup_shuffle_xor(value, 2u);
    return value + subgroup_shuffle_xor(value, 1u);
}

// team_first returns the voting member with the smallest value. All teams of a subgroup call it
// together.
uint team_first(bool vote, uint value) {
    uint votes = team_ballot(vote);
    if (subgroup_any(bitCount(votes) > 1)) {
        int least = -team_max(vote ? -int(value) : -0x7FFFFFFF);
        votes = team_ballot(vote && int(value) == least);
    }
    return uint(findLSB(votes));
}
