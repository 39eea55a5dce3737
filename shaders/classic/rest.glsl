// The best of the rest: the next city of an ant that has visited all candidates of its city.
// Go reference: aco/classic/reference/rest.go.
//
// A city is better than the nearest one only if it has a larger trail, which few have. So the
// trails of all unvisited cities are read, and few attractions are computed. With
// CANDIDATE_TRAILS all these trails are equal, and the nearest city is the best.
//
// The includer has flags.glsl, current_city, visited_word and distance_of, and without
// CANDIDATE_TRAILS long.glsl and trail_of.

// Near is a city and its distance.
struct Near {
    uint distance;
    uint city;
};

void keep_nearer(inout Near best, Near other) {
    if (other.distance < best.distance || (other.distance == best.distance && other.city < best.city)) {
        best = other;
    }
}

// nearest_in_words returns the nearest unvisited city of every stride-th word of the visited
// flags.
Near nearest_in_words(uint from, uint stride) {
    Near nearest = Near(~0u, ~0u);
    for (uint i = from; i < FLAG_WORDS; i += stride) {
        uint unvisited = ~visited_word(i);
        while (unvisited != 0u) { // ends: a turn clears at least one bit, its lowest
            uint next[CITIES_PER_LOAD], distances_of[CITIES_PER_LOAD];
            next_unvisited(i, unvisited, next);
            for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
                distances_of[v] = distance_of(current_city, next[v]);
            }
            for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
                keep_nearer(nearest, Near(distances_of[v], next[v]));
            }
        }
    }
    return nearest;
}

#ifndef CANDIDATE_TRAILS
#include "product.glsl"

uint trail_of(uint from, uint to);

layout(constant_id = 21) const uint ALPHA = 0x10000000u; // in parts of 2²⁸
layout(constant_id = 22) const uint BETA = 0x20000000u;

// Attraction is a city and the attraction of its edge: trail·2^exponent/distance.
struct Attraction {
    uint trail;
    uint distance;
    int exponent;
    Near near;
};

// Below any attraction.
const Attraction NO_ATTRACTION = Attraction(1u << 31, 1u << 31, MIN_TOP, Near(~0u, ~0u));

Attraction attraction_of(uint city) {
    Attraction r;
    int exponent;
    r.near = Near(distance_of(current_city, city), city);
    power_of(trail_of(current_city, city), ALPHA, r.trail, r.exponent);
    power_of(max(1u, 2u * r.near.distance), BETA, r.distance, exponent);
    r.exponent -= exponent;
    return r;
}

// attraction_order returns 1 if a is the larger attraction, -1 if b is, 0 if they are equal.
int attraction_order(Attraction a, Attraction b) {
    int shift = a.exponent - b.exponent;
    if (abs(shift) > 1) {
        return sign(shift);
    }
    uvec2 left, right; // both at least 2⁶²
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

void keep_better(inout Attraction best, Attraction other) {
    int order = attraction_order(best, other);
    if (order < 0) {
        best = other;
    } else if (order == 0) {
        // Equal attractions have the same order, with either trail and distance.
        keep_nearer(best.near, other.near);
    }
}

// keep_best_of replaces an attraction by a better one of a word's unvisited cities with a trail
// above a given one.
void keep_best_of(inout Attraction best, uint word, uint unvisited, uint trail) {
    while (unvisited != 0u) { // ends: a turn clears at least one bit, its lowest
        uint next[CITIES_PER_LOAD], trails_of[CITIES_PER_LOAD];
        next_unvisited(word, unvisited, next);
        for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
            trails_of[v] = trail_of(current_city, next[v]);
        }
        for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
            if (trails_of[v] > trail) {
                keep_better(best, attraction_of(next[v]));
            }
        }
    }
}

// best_in_words returns the best unvisited city of every stride-th word, if its trail is above a
// given one.
Attraction best_in_words(uint from, uint stride, uint trail) {
    Attraction best = NO_ATTRACTION;
    for (uint i = from; i < FLAG_WORDS; i += stride) {
        keep_best_of(best, i, ~visited_word(i), trail);
    }
    return best;
}
#endif
