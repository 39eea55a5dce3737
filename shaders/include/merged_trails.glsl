// The pheromone of a colony: a word for each candidate of each city. The lower bits have the strength when it was last reinforced, the higher
// bits that time, in half-lives. Go references: aco/merged/model/trails.go and aco/merged/reference/trails.go. The including shader has the
// buffer candidates and WIDTH, the number of candidates of a city.
layout(set = 0, binding = TRAILS_BINDING, std430) TRAILS_ACCESS buffer TrailsBuffer { uint trails[]; };

const uint STRENGTH_BITS = 12;
const uint MAX_STRENGTH = (1u << STRENGTH_BITS) - 1u;
const uint NO_TRAIL = 0xFFFFFFFFu;

// trail_of returns the index of the trail from a city to another one, NO_TRAIL if that is not among its candidates.
uint trail_of(uint from, uint to) {
    uint found = NO_TRAIL;
    for (uint at = from * WIDTH; at < (from + 1u) * WIDTH; at++) {
        found = candidates[at].x == to ? at : found;
    }
    return found;
}

// strength_of returns the strength of a trail at a time.
uint strength_of(uint trail, uint time) {
    uint age = ((time << STRENGTH_BITS) - (trail & ~MAX_STRENGTH)) >> STRENGTH_BITS;
    return (trail & MAX_STRENGTH) >> min(age, STRENGTH_BITS);
}
