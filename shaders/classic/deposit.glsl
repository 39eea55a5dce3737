// For stages that deposit pheromone along tours. The includer has the push constant cities.

// after returns the next place of a closed tour.
uint after(uint place) { return place + 1u < cities ? place + 1u : 0u; }

// With RAISES a deposit sets a flag of each trail that it raises. The includer has colony; slot 3
// is free.
#ifdef RAISES
layout(constant_id = 3) const uint FLAG_WORDS = 1; // of a city
#define SPREAD_FLAGS
#define RAISED_BINDING 3
#define RAISED_ACCESS
#include "flags.glsl"

// raise sets the flag of a trail.
void raise(uint from, uint to) {
    uint at = raised_index(from, flag_word(to));
    if ((raised[at] & flag_of(to)) == 0u) { // most have it
        atomicOr(raised[at], flag_of(to));
    }
}
#endif
