// The moves of three edges, from the nodes of all teams. Part of improve_best.glsl.
//
// A unit of work is as many pairs of a node and a third edge as a subgroup has invocations. The
// teams list their cities in the order of their arrival, and number their units in this order.
// Each team then tries an equal share of all units. A share belongs to consecutive cities of the
// list. So the sum of a team's index and the city's rank is different for each two pairs of team
// and city.
#include "improve_third.glsl"

// The upper half has the number of listed cities, the lower half the number of their units. The
// two words alternate: a team may list its next city while others still collect.
shared uint listed_units[2];
uint listed_word = 0u;

shared uint ranked_team[TEAMS], first_unit[TEAMS]; // of each listed city
shared uint rank_of[TEAMS];                        // of each team's city

// The best move that a team has found for a city, at the sum of its index and the city's rank.
shared Candidate candidates[2 * TEAMS];

// units_of returns the units of a team's city. The width is a power of two.
uint units_of(uint team) {
    return (node_count[team] * pairs_of_node() + width - 1u) >> findMSB(width);
}

// list_units lists the city of the own team. One invocation of a team calls it.
void list_units() {
    uint units = units_of(subgroup_index);
    if (units > 0u) {
        uint listed = atomicAdd(listed_units[listed_word], 1u << 16 | units), rank = listed >> 16;
        rank_of[subgroup_index] = rank;
        ranked_team[rank] = subgroup_index;
        first_unit[rank] = listed & 0xffffu;
    }
}

// try_units tries units of a team's city. Consecutive invocations have consecutive entries of a
// list, so that they read few lines of the cache.
void try_units(uint team, uint from, uint end) {
    uint pairs = node_count[team] * pairs_of_node();
    for (uint unit = from; unit < end; unit++) {
        uint pair = unit * width + subgroup_lane, j = pair % pairs_of_node();
        if (pair < pairs) {
            try_third(nodes[TEAM_NODES * team + pair / pairs_of_node()], j);
        }
    }
}

// Share is the number of units of each team's share, and of all cities.
struct Share {
    uint each, total;
};

// try_share tries the units of the own share. The teams have the cities of the round from index
// begin on. All invocations of a subgroup call it.
void try_share(uint begin, uint ranks, Share share) {
    uint unit = share.each * subgroup_index, end = min(unit + share.each, share.total);
    uint earlier = 0u; // cities whose first unit is not after the own first one
    for (uint base = 0u; base < ranks; base += width) {
        uint rank = base + subgroup_lane;
        if (rank < ranks && first_unit[rank] <= unit) {
            earlier++;
        }
    }
    // Ends: a listed city has a unit or more, so a turn makes unit larger; rank counts.
    for (uint rank = subgroup_add(earlier) - 1u; unit < end; rank++) {
        uint team = ranked_team[rank], start = first_unit[rank], last = min(end, start + units_of(team));
        best = NO_CANDIDATE;
        b_position = position_of(round_cities[begin + team]);
        try_units(team, unit - start, last - start);
        if (has_best()) {
            candidates[rank + subgroup_index] = best;
        }
        unit = last;
    }
}

// share_nodes tries the nodes of all teams. Then the invocations of a team have its best move of
// two or three edges. All invocations call it.
void share_nodes(uint begin, bool searches) {
    if (TEAMS == 1u) { // nobody to share with
        subgroup_barrier();
        if (searches) {
            try_units(0u, 0u, units_of(0u));
        }
        return;
    }
    Candidate of_two = best;
    if (searches) {
        subgroup_barrier();
        if (subgroup_elect()) {
            list_units();
        }
    }
    barrier();
    uint listed = listed_units[listed_word], own_units = 0u, own_rank, own_first;
    Share share = Share(((listed & 0xffffu) + TEAMS - 1u) / TEAMS, listed & 0xffffu);
    if (searches) {
        own_units = units_of(subgroup_index);
    }
    if (own_units > 0u) {
        own_rank = rank_of[subgroup_index];
        own_first = first_unit[own_rank];
    }
    if (subgroup_index < TEAMS) {
        try_share(begin, listed >> 16, share);
    }
    listed_word ^= 1u;
    if (subgroup_index == 0u && subgroup_elect()) {
        listed_units[listed_word] = 0u;
    }
    barrier();
    best = of_two;
    if (own_units > 0u) {
        for (uint base = 0u; base < TEAMS; base += width) {
            uint team = base + subgroup_lane;
            if (team < TEAMS && share.each * team < own_first + own_units && share.each * (team + 1u) > own_first) {
                Candidate other = candidates[own_rank + team];
                if (is_better(other.value, other.code)) {
                    best = other;
                }
            }
        }
    }
}
