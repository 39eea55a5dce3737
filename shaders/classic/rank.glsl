// Ranks decide between most attractions (rest.glsl) without products of 64 bits.
// aco/classic/reference/rest_test.go proves the bounds. Part of subgroup_rest.glsl.
//
// A rank is the logarithm of an attraction: a power of two is 2¹⁷. It differs from the logarithm
// of the exact attraction by less than half of RANK_MARGIN. So if two ranks differ by more than
// RANK_MARGIN, the city with the higher rank has the larger attraction.

// For each half of an exponent, or a part of it: below 60 of logarithm, and below 6 of a square
// root, or of another power and the rounding of rank_part.
const uint RANK_ERROR = 66u;
const int RANK_MARGIN = int(2u * ((ALPHA + HALF - 1u) / HALF + (BETA + HALF - 1u) / HALF) * RANK_ERROR);
const int NO_RANK = -1 << 30; // below any rank

// logarithm returns the binary logarithm of a value of at least 1 in parts of 2¹⁶. Between two
// powers of two it is a polynomial of degree three.
int logarithm(uint value) {
    int top = findMSB(value);
    uint rest = value << (31 - top) << 1 >> 16;
    uint bend = rest * (65536u - rest) >> 16;
    return (top << 16) + int(rest + (bend * (27720u - (10440u * rest >> 16)) >> 16));
}

// rank_part returns the logarithm of a power, in parts of 2¹⁷.
int rank_part(uint value, uint power) {
    return power % HALF == 0u
        ? int(power / HALF) * logarithm(value)
        : int(multiply_high(power, uint(logarithm(value)) << 5));
}

int rank_of(uint trail, uint distance) {
    return rank_part(trail, ALPHA) - rank_part(max(1u, 2u * distance), BETA);
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

// load_raised loads the words of raised flags from a word on, each stride words after the one
// before.
void load_raised(uint from, uint stride, out uint words[WORDS_PER_LOAD]) {
    for (uint v = 0u; v < WORDS_PER_LOAD; v++) {
        words[v] = raised[raised_index(current_city, min(from + v * stride, FLAG_WORDS - 1u))];
    }
}

// rank_words ranks unvisited cities: the words and a mask select them, and their trail is above a
// given one.
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

// Of visited flags: a subgroup of 32 loads them at once; with 256 ranks were slower on an H200.
const uint MAX_RANKED_WORDS = 128;

// ranked_best_of_rest ranks the cities that can be better than the nearest one, and compares
// attractions if the highest ranks are close.
uint ranked_best_of_rest() {
    Leader leader = NO_LEADER; // of this invocation
    // If there are fewer words than invocations, several share a word. The first words are loaded
    // before the nearest city is known.
    uint sharing = clamp(width / FLAG_WORDS, 1u, 4u), part = lane / FLAG_WORDS;
    uint mask = part >= sharing ? 0u : sharing == 1u ? ~0u : sharing == 2u ? 0x55555555u << part : 0x11111111u << part;
    uint words[WORDS_PER_LOAD];
    load_raised(lane % FLAG_WORDS, width, words);
    uint nearest = nearest_of_rest();
    // Invocations may have read different trails.
    uint trail = subgroup_shuffle(trail_of(current_city, nearest), 0u);
    for (uint from = lane % FLAG_WORDS; from < FLAG_WORDS; from += WORDS_PER_LOAD * width) {
        if (from >= WORDS_PER_LOAD * width) {
            load_raised(from, width, words);
        }
        rank_words(leader, words, from, width, mask, trail);
    }
    int rank = rank_of(trail, distance_of(current_city, nearest));
    int highest = subgroup_max(leader.rank), least = highest - RANK_MARGIN;
    if (subgroup_agreed(rank > highest + RANK_MARGIN)) {
        return nearest;
    }
    uint close = subgroup_add(uint(leader.rank >= least) + uint(leader.second >= least)); // cities
    if (subgroup_agreed(rank < least && close == 1u)) {
        return subgroup_min(leader.rank >= least ? leader.city : ~0u);
    }
    return exact_best_of_rest(nearest, trail);
}
