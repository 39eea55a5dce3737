// Flags for the trails that a deposit raises. The including shader has the push constant cities and colony.
layout(constant_id = 3) const uint FLAG_WORDS = 1; // of a city
#define SPREAD_FLAGS
#include "flags.glsl"
#define RAISED_BINDING 3
#define RAISED_ACCESS
#include "raised.glsl"

// raise sets the flag of a trail.
void raise(uint from, uint to) {
    uint at = raised_index(from, flag_word(to));
    if ((raised[at] & flag_of(to)) == 0u) { // most have it
        atomicOr(raised[at], flag_of(to));
    }
}
