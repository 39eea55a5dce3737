// Where an ant kicks, chosen by trails. Go reference: ant.chooseStart in aco/merged/reference/trails.go. It needs merged_trails.glsl,
// merged_team.glsl, merged_distance.glsl, merged_places.glsl and the function start_position.
layout(constant_id = 7) const uint PREFER_STRONG = 0; // 1: prefers edges with strong trails, otherwise with weak ones

const uint START_TRIES = 4; // starts that are compared; at most the smallest team

// rank_at returns the rank of the edge that begins at a position. Ants prefer to kick at edges of small rank.
uint rank_at(uint place, uint colony, uint time) {
    uint a = point_at(own_tour + place).x, b = point_at(own_tour + after(place)).x;
    uint trail = trail_of(a, b);
    if (trail == NO_TRAIL) {
        trail = trail_of(b, a);
    }
    uint strength = trail == NO_TRAIL ? 0u : strength_of(trails[colony * cities * WIDTH + trail], time);
    return PREFER_STRONG == 1u ? MAX_STRENGTH - strength : strength;
}

// choose_start returns the best of START_TRIES evenly spaced starts among count, one of them the drawn one. Each member of the team examines
// one. Among equal ranks the first start wins.
uint choose_start(uint first_start, uint count, uint drawn, uint colony, uint iteration) {
    uint position = start_position(first_start + (drawn + member % START_TRIES * count / START_TRIES) % count);
    uint rank = rank_at(position, colony, iteration / half_life);
    int best = -team_max(-int(rank * START_TRIES + member % START_TRIES));
    return subgroup_shuffle(position, lane - member + uint(best) % START_TRIES);
}
