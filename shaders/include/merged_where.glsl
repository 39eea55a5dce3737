// Where an ant kicks by the trails. Go twin: ant.city in aco/merged/reference/trails.go. It needs merged_trails.glsl, merged_team.glsl,
// merged_distance.glsl and after.glsl.
layout(constant_id = 6) const uint STRONG = 0; // 1: rather at edges with strong trails

const uint TRIES = 4; // at most the smallest team

// rank_at orders the tour's edges, each by the place it begins at: ants rather kick at those that have smaller ranks.
uint rank_at(uint place, uint colony, uint time) {
    uint a = site_at(own_tour + place).x, b = site_at(own_tour + after(place)).x;
    uint trail = trail_of(a, b);
    if (trail == NO_TRAIL) {
        trail = trail_of(b, a);
    }
    uint strength = trail == NO_TRAIL ? 0u : strength_of(trails[colony * cities * WIDTH + trail], time);
    return STRONG == 1u ? MAX_STRENGTH - strength : strength;
}

// choose_city returns the first best of several cities that lie evenly apart among so many, one of them the drawn one; a member of the
// team looks at each.
uint choose_city(uint city, uint count, uint drawn, uint colony, uint iteration) {
    uint own_city = city + (drawn + member % TRIES * count / TRIES) % count;
    uint rank = rank_at(positions[own_positions + own_city], colony, iteration / half_life);
    int best = -team_max(-int(rank * TRIES + member % TRIES));
    return city + (drawn + uint(best) % TRIES * count / TRIES) % count;
}
