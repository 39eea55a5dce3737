// The pheromone of a colony, a word for each city's candidates: in the lower bits how strong it was when it was last reinforced, above
// them when that was, in half-lives. Go references: aco/merged/model/trails.go and aco/merged/reference/trails.go.
// The including shader has the buffer candidates and WIDTH, how many a city has.
layout(set = 0, binding = TRAILS_BINDING, std430) TRAILS_ACCESS buffer TrailsBuffer { uint trails[]; };

const uint STRENGTH_BITS = 12;
const uint MAX_STRENGTH = (1u << STRENGTH_BITS) - 1u;
const uint NO_TRAIL = 0xFFFFFFFFu;

// trail_of returns which of a colony's trails is that from a city to another, NO_TRAIL where that is none of its candidates.
uint trail_of(uint from, uint to) {
    uint found = NO_TRAIL;
    for (uint at = from * WIDTH; at < (from + 1u) * WIDTH; at++) {
        found = candidates[at].x == to ? at : found;
    }
    return found;
}

// strength_of returns what is left of a trail.
uint strength_of(uint trail, uint time) {
    uint age = ((time << STRENGTH_BITS) - (trail & ~MAX_STRENGTH)) >> STRENGTH_BITS;
    return (trail & MAX_STRENGTH) >> min(age, STRENGTH_BITS);
}
