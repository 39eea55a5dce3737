// The best of the rest by the trails of MMAS. The including shader defines PHEROMONE_BINDING.
#ifdef CANDIDATE_TRAILS
#define NEAREST_REST // all other cities have the least trail
#else
layout(set = 0, binding = PHEROMONE_BINDING, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };

uint trail_of(uint from, uint to) { return pheromone[(colony * cities + from) * pitch + to]; }
#endif
#include "rest.glsl"
