// Reinforces trails. The including shader has merged_item.glsl and the push constant half_life, and defines CANDIDATES_BINDING and
// TRAILS_BINDING.
layout(constant_id = 1) const uint WIDTH = 8; // candidates per city
layout(set = 0, binding = CANDIDATES_BINDING, std430) readonly buffer CandidatesBuffer { uvec2 candidates[]; }; // each with its distance
#define TRAILS_ACCESS
#include "merged_trails.glsl"

const uint OF_CHANGE = 64; // deposit on an edge that an accepted change adds to the tour
const uint OF_BEST = 16;   // deposit on an edge of a new best tour

void reinforce_from(uint from, uint to, uint time, uint by) {
    uint trail = trail_of(from, to);
    if (trail != NO_TRAIL) {
        uint at = colony * cities * WIDTH + trail;
        trails[at] = time << STRENGTH_BITS | min(strength_of(trails[at], time) + by, MAX_STRENGTH);
    }
}

// reinforce adds to both trails of an edge of the tour. No other edge of the tour has these trails.
void reinforce(uint a, uint b, uint iteration, uint by) {
    uint time = iteration / half_life;
    reinforce_from(a, b, time, by);
    reinforce_from(b, a, time, by);
}
