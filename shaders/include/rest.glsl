// The best of the rest: where an ant goes that has visited all candidates of its city. The rule is in aco/reference/rest.go.
// The including shader has flags.glsl, chosen, visited_word, distance_of and, unless it defines NEAREST_REST because the rest
// have equal trails, trail_of and long.glsl.
#ifdef NEAREST_REST
struct Rest {
    uint distance;
    uint city;
};

const Rest NO_REST = Rest(~0u, ~0u);

Rest rest_of(uint city) { return Rest(distance_of(chosen, city), city); }

// rest_order says how a compares with b: 1 if it is better, -1 if it is worse, 0 if only the cities decide.
int rest_order(Rest a, Rest b) { return a.distance < b.distance ? 1 : a.distance > b.distance ? -1 : 0; }
#else
#include "product.glsl"

layout(constant_id = 21) const uint ALPHA_HALVES = 2; // α in halves
layout(constant_id = 22) const uint BETA_HALVES = 4;  // β in halves

// Rest is a city and the attraction of its edge: trail·2^exponent/distance.
struct Rest {
    uint trail;
    uint distance;
    int exponent;
    uint city;
};

const Rest NO_REST = Rest(1u << 31, 1u << 31, -1 << 30, ~0u); // weaker than any other

Rest rest_of(uint city) {
    Rest r;
    int exponent;
    power(trail_of(chosen, city), ALPHA_HALVES, r.trail, r.exponent);
    power(max(1u, 2u * distance_of(chosen, city)), BETA_HALVES, r.distance, exponent);
    r.exponent -= exponent;
    r.city = city;
    return r;
}

// rest_order says how a compares with b: 1 if it is better, -1 if it is worse, 0 if only the cities decide.
int rest_order(Rest a, Rest b) {
    int shift = a.exponent - b.exponent;
    if (abs(shift) > 1) {
        return sign(shift);
    }
    uvec2 left, right; // from 2⁶² on
    umulExtended(a.trail, b.distance, left.y, left.x);
    umulExtended(b.trail, a.distance, right.y, right.x);
    if (shift == 1) {
        if (left.y >> 31 != 0u) {
            return 1;
        }
        left = long_add(left, left);
    } else if (shift == -1) {
        if (right.y >> 31 != 0u) {
            return -1;
        }
        right = long_add(right, right);
    }
    return long_less(left, right) ? -1 : left == right ? 0 : 1;
}
#endif

void keep_better(inout Rest best, Rest other) {
    int order = rest_order(best, other);
    if (order < 0 || (order == 0 && other.city < best.city)) {
        best = other;
    }
}

const uint AT_ONCE = 4; // cities whose distances and trails are on their way together

// best_of_words looks at every so many words of the visited flags, of which late in a tour few have an unvisited city.
Rest best_of_words(uint from, uint stride) {
    Rest best = NO_REST;
    for (uint i = from; i < FLAG_WORDS; i += stride) {
        uint unvisited = ~visited_word(i);
        uint bit = 0u;
        while (unvisited != 0u) {
            Rest others[AT_ONCE];
            for (uint v = 0u; v < AT_ONCE; v++) {
                bit = unvisited != 0u ? uint(findLSB(unvisited)) : bit; // else the last one again
                unvisited &= unvisited - 1u;
                others[v] = rest_of(flag_city(i, bit));
            }
            for (uint v = 0u; v < AT_ONCE; v++) {
                keep_better(best, others[v]);
            }
        }
    }
    return best;
}
