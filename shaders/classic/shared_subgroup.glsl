// Several ants of a colony in a subgroup, each with a team: an instruction makes a step of all of them. This saves time where the instructions of
// many ants take longer than the steps of one. The including shader has subgroup_ant.glsl with SHARED_SUBGROUP, team.glsl, colony, and the push
// constants ants and colonies.

// begin_ants initialises the ants of the subgroup and its colony. It returns false if the subgroup has none. The last subgroup of a colony may have
// its last ant twice: both teams do the same.
bool begin_ants() {
    uint subgroups = (ants + ANTS_PER_SUBGROUP - 1u) / ANTS_PER_SUBGROUP; // of a colony
    if (!begin(colonies * subgroups)) {
        return false;
    }
    colony = ant / subgroups;
    if (ANTS_PER_SUBGROUP > 1u) {
        uint team = lane / TEAM;
        ant_lane = lane - team * TEAM;
        ant_width = TEAM;
        take_ant(colony * ants + min(ant % subgroups * ANTS_PER_SUBGROUP + team, ants - 1u), slot * ANTS_PER_SUBGROUP + team);
    }
    return true;
}

// team_ballot returns the ballot of the ant's team. Of a subgroup that is one ant, it is the ballot of the first team: all do the same.
uint team_ballot(bool value) { return bitfieldExtract(subgroup_ballot(value).x, int(lane - ant_lane), int(TEAM)); }

// team_shuffle returns the value of an invocation of the ant's part of the subgroup. All invocations of a team call it with the same one.
uint team_shuffle(uint value, uint from) { return subgroup_shuffle(value, lane - ant_lane + from); }
