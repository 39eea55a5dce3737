// An ant is a team: TEAM invocations of a subgroup, side by side. The teams of a subgroup do the same steps together, whether theirs is
// at work or not, so that everything that invocations tell each other is told by all of them at once.
layout(constant_id = 1) const uint TEAM = 32; // a power of 2, at most 32 and at most the smallest subgroup
layout(constant_id = 2) const uint ANTS = 1;  // of a work-group

uint slot;   // the team's, in the work-group
uint member; // of the team
uint lane;   // of the subgroup

void meet() {
    subgroupMemoryBarrierShared();
    subgroupBarrier();
}

// team_ballot returns a bit for each member of the team.
uint team_ballot(bool vote) {
    uvec4 all = subgroupBallot(vote);
    return all[lane >> 5u] >> (lane & 31u & ~(TEAM - 1u)) & (0xFFFFFFFFu >> (32u - TEAM));
}

int team_max(int value) {
    for (uint apart = TEAM / 2u; apart > 0u; apart >>= 1u) {
        value = max(value, subgroupShuffleXor(value, apart));
    }
    return value;
}

uint team_min(uint value) {
    for (uint apart = TEAM / 2u; apart > 0u; apart >>= 1u) {
        value = min(value, subgroupShuffleXor(value, apart));
    }
    return value;
}
