// The next city of an ant that has visited all candidates of its city: the best of the rest. The rule is in aco/classic/reference/rest.go. The
// including shader has flags.glsl, current_city, visited_word and distance_of. It also has trail_of and long.glsl, or defines NEAREST_REST
// if all other cities have equal trails.
//
// A city can be better than the nearest one only if it has a larger trail. Few cities have. So only the trails of all others are read, and few
// attractions are computed. With RAISED_BINDING, raised.glsl says which trails can be larger. The nearest city is mostly in the list of neighbours, after the candidates.

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

const uint CITIES_PER_LOAD = 8; // cities whose distances and trails are loaded together

// next_unvisited removes up to CITIES_PER_LOAD cities from a word's unvisited ones. If there are fewer, it repeats one.
#ifdef SPREAD_FLAGS
// They are from adjacent bits, so that invocations with adjacent words load adjacent cities.
void next_unvisited(uint word, inout uint unvisited, out uint next[CITIES_PER_LOAD]) {
    uint first = uint(findLSB(unvisited));
    uint from = first & ~(CITIES_PER_LOAD - 1u);
    for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
        next[v] = flag_city(word, (unvisited >> (from + v) & 1u) != 0u ? from + v : first);
    }
    unvisited &= ~((1u << CITIES_PER_LOAD) - 1u << from);
}
#else
void next_unvisited(uint word, inout uint unvisited, out uint next[CITIES_PER_LOAD]) {
    uint bit = 0u;
    for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
        bit = unvisited != 0u ? uint(findLSB(unvisited)) : bit;
        unvisited &= unvisited - 1u;
        next[v] = flag_city(word, bit);
    }
}
#endif

// nearest_in_words returns the nearest unvisited city of every stride-th word of the visited flags.
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

#ifndef NEAREST_REST
#include "product.glsl"
// With RANKS, ranks decide if they can. They take registers, most of all where distances are computed, and with the records of ACS they gained
// little.
#if defined(RAISED_BINDING) && !defined(COORDINATES) && !defined(NO_SUBGROUPS)
#define RANKS
#endif
#ifdef RAISED_BINDING
#define RAISED_ACCESS readonly
#include "raised.glsl"

const uint WORDS_PER_LOAD = 4; // words of flags that an invocation loads together
#endif

layout(constant_id = 21) const uint ALPHA_HALVES = 2; // α in halves
layout(constant_id = 22) const uint BETA_HALVES = 4;  // β in halves

// Attraction is a city and the attraction of its edge: trail·2^exponent/distance.
struct Attraction {
    uint trail;
    uint distance;
    int exponent;
    Near near;
};

const Attraction NO_ATTRACTION = Attraction(1u << 31, 1u << 31, MIN_TOP, Near(~0u, ~0u)); // below any attraction

Attraction attraction_of(uint city) {
    Attraction r;
    int exponent;
    r.near = Near(distance_of(current_city, city), city);
    power(trail_of(current_city, city), ALPHA_HALVES, r.trail, r.exponent);
    power(max(1u, 2u * r.near.distance), BETA_HALVES, r.distance, exponent);
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
        keep_nearer(best.near, other.near); // equal attractions have the same order, with either trail and distance
    }
}

// keep_best_of replaces an attraction by the best of some unvisited cities of a word, those with a trail above a given one.
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

// best_in_words returns the best unvisited city of every stride-th word among those with a trail above a given one.
Attraction best_in_words(uint from, uint stride, uint trail) {
    Attraction best = NO_ATTRACTION;
#ifdef RAISED_BINDING
    for (uint i = from; i < FLAG_WORDS; i += WORDS_PER_LOAD * stride) {
        uint words[WORDS_PER_LOAD];
        for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
            words[v] = raised[raised_index(current_city, min(i + v * stride, FLAG_WORDS - 1u))];
        }
        for (uint v = 0u; v < WORDS_PER_LOAD && i + v * stride < FLAG_WORDS; v++) {
            uint word = i + v * stride;
            keep_best_of(best, word, words[v] & ~visited_word(word), trail);
        }
    }
#else
    for (uint i = from; i < FLAG_WORDS; i += stride) {
        keep_best_of(best, i, ~visited_word(i), trail);
    }
#endif
    return best;
}

#ifdef RANKS
// A rank is the logarithm of an attraction: a power of two is 2¹⁷. It differs from the logarithm of the exact attraction by less than half of
// RANK_MARGIN. So if two ranks differ by more than RANK_MARGIN, the city with the higher rank has the larger attraction, without products of 64
// bits. aco/classic/reference/rank_test.go proves the bounds.
const uint RANK_ERROR = 66u; // for each half of an exponent: below 60 of logarithm, and below 6 of a square root
const int RANK_MARGIN = int(2u * (ALPHA_HALVES + BETA_HALVES) * RANK_ERROR);
const int NO_RANK = -1 << 30; // below any rank

// logarithm returns the binary logarithm of a value of at least 1 in parts of 2¹⁶. Between two powers of two it is a polynomial of degree three.
int logarithm(uint value) {
    int top = findMSB(value);
    uint rest = value << (31 - top) << 1 >> 16;
    uint bend = rest * (65536u - rest) >> 16;
    return (top << 16) + int(rest + (bend * (27720u - (10440u * rest >> 16)) >> 16));
}

int rank_of(uint trail, uint distance) {
    return int(ALPHA_HALVES) * logarithm(trail) - int(BETA_HALVES) * logarithm(max(1u, 2u * distance));
}

// Leader is the city with the highest rank of some cities, and the second highest rank.
struct Leader {
    int rank, second;
    uint city;
};

const Leader NO_LEADER = Leader(NO_RANK, NO_RANK, ~0u);

void keep_leader(inout Leader leader, int rank, uint city) {
    leader.second = max(leader.second, min(leader.rank, rank));
    leader.city = rank > leader.rank ? city : leader.city;
    leader.rank = max(leader.rank, rank);
}

const uint RANKED_PER_LOAD = 2; // cities whose trails and distances are loaded together

// load_raised loads the words of raised flags from a word on, each stride words after the one before.
void load_raised(uint from, uint stride, out uint words[WORDS_PER_LOAD]) {
    for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
        words[v] = raised[raised_index(current_city, min(from + v * stride, FLAG_WORDS - 1u))];
    }
}

// rank_words ranks the unvisited cities of some words, those that the words and a mask select and that have a trail above a given one.
void rank_words(inout Leader leader, uint words[WORDS_PER_LOAD], uint from, uint stride, uint mask, uint trail) {
    uint left = 0u;
    for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
        uint word = from + v * stride;
        words[v] = word < FLAG_WORDS ? words[v] & ~visited_word(min(word, FLAG_WORDS - 1u)) & mask : 0u;
        left |= words[v];
    }
    // Ends: a turn clears a bit of words, the lowest that is left, or all are 0.
    while (left != 0u) {
        uint next[RANKED_PER_LOAD], trails_of[RANKED_PER_LOAD], distances_of[RANKED_PER_LOAD];
        bool found[RANKED_PER_LOAD];
        for (uint i = 0u; i < RANKED_PER_LOAD; i++) {
            uint word = 0u, flags = words[0];
            for (uint v = 1u; v < WORDS_PER_LOAD; v++) {
                word = flags == 0u ? v : word;
                flags = flags == 0u ? words[v] : flags;
            }
            found[i] = flags != 0u;
            next[i] = found[i] ? flag_city(from + word * stride, uint(findLSB(flags))) : current_city;
            left = 0u;
            for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
                words[v] = v == word ? flags & (flags - 1u) : words[v];
                left |= words[v];
            }
        }
        for (uint i = 0u; i < RANKED_PER_LOAD; i++) {
            trails_of[i] = trail_of(current_city, next[i]);
            distances_of[i] = distance_of(current_city, next[i]);
        }
        for (uint i = 0u; i < RANKED_PER_LOAD; i++) {
            int rank = found[i] && trails_of[i] > trail ? rank_of(trails_of[i], distances_of[i]) : NO_RANK;
            keep_leader(leader, rank, next[i]);
        }
    }
}
#endif
#endif
