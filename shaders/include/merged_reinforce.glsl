// Reinforces trails. The including shader has merged_item.glsl and the push constant half_life, and says where candidates and trails are
// bound.
layout(constant_id = 1) const uint WIDTH = 8; // candidates of a city
layout(set = 0, binding = CANDIDATES_BINDING, std430) readonly buffer CandidatesBuffer { uvec2 candidates[]; }; // each with its distance
#define TRAILS_ACCESS
#include "merged_trails.glsl"

const uint OF_CHANGE = 64; // what an edge gets that an accepted change puts into the tour
const uint OF_BEST = 16;   // and one of a new best tour

void reinforce_from(uint from, uint to, uint time, uint by) {
    uint trail = trail_of(from, to);
    if (trail != NO_TRAIL) {
        uint at = colony * cities * WIDTH + trail;
        trails[at] = time << STRENGTH_BITS | min(strength_of(trails[at], time) + by, MAX_STRENGTH);
    }
}

// reinforce adds to the trails of an edge of the tour, both ways. No other edge of the tour has them.
void reinforce(uint a, uint b, uint iteration, uint by) {
    uint time = iteration / half_life;
    reinforce_from(a, b, time, by);
    reinforce_from(b, a, time, by);
}
