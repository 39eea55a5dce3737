// Where an ant kicks by the trails. Go reference: ant.chosenStart in aco/merged/reference/trails.go. It needs merged_trails.glsl,
// merged_team.glsl, merged_distance.glsl, merged_after.glsl and the function start_of.
layout(constant_id = 7) const uint PREFER_STRONG = 0; // 1: rather at edges with strong trails

const uint START_TRIES = 4; // at most the smallest team

// rank_at orders the tour's edges, each by the place it begins at: ants rather kick at those that have smaller ranks.
uint rank_at(uint place, uint colony, uint time) {
    uint a = point_at(own_tour + place).x, b = point_at(own_tour + after(place)).x;
    uint trail = trail_of(a, b);
    if (trail == NO_TRAIL) {
        trail = trail_of(b, a);
    }
    uint strength = trail == NO_TRAIL ? 0u : strength_of(trails[colony * cities * WIDTH + trail], time);
    return PREFER_STRONG == 1u ? MAX_STRENGTH - strength : strength;
}

// choose_start returns the position of the first best of several starts that lie evenly apart among so many, one of them the drawn one;
// a member of the team looks at each.
uint choose_start(uint first_start, uint count, uint drawn, uint colony, uint iteration) {
    uint position = start_position(first_start + (drawn + member % START_TRIES * count / START_TRIES) % count);
    uint rank = rank_at(position, colony, iteration / half_life);
    int best = -team_max(-int(rank * START_TRIES + member % START_TRIES));
    return subgroup_shuffle(position, lane - member + uint(best) % START_TRIES);
}
