#version 460
// Adds the trails that ants choose by to the row of an iteration's statistics: their range, the
// branches (Gambardella and Dorigo 1995) and the entropy. A city has trails to all others or, with
// LISTS, to its candidates. These are in the matrix, with CANDIDATE_TRAILS in the order of the
// lists, or with SELECTIVE in the records. One work-group per city, colony after colony.
// Go reference: aco/classic/reference/statistics.go.
#include "../include/stage.glsl"
#define STATE_ACCESS readonly
uint colony;
#define COLONY colony
#include "state.glsl"
#include "../include/long.glsl"
#include "../include/multiply.glsl"
#include "power.glsl"

layout(push_constant) uniform Push {
    uint first, count; // cities of all colonies
    uint cities;
    uint statistics_every;
#if !defined(CANDIDATE_TRAILS) && !defined(SELECTIVE)
    uint pitch;
#endif
#ifdef LISTS
    uint list_width;
#endif
#ifdef SELECTIVE
    uint initial; // the trail of an edge that has none in a record
#endif
};

#define STATISTICS_ACCESS
#include "statistics.glsl"

#ifdef SELECTIVE
// City and trail.
layout(set = 0, binding = 2, std430) readonly buffer PheromoneBuffer { uvec2 pheromone[]; };
#else
layout(set = 0, binding = 2, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
#endif
#ifdef LISTS
layout(set = 0, binding = 3, std430) readonly buffer NeighboursBuffer { uint neighbours[]; };
#endif
#if defined(LISTS) || defined(CANDIDATE_TRAILS)
layout(constant_id = 1) const uint CANDIDATES = 20;
#define WIDTH CANDIDATES
#else
#define WIDTH cities
#endif
#if defined(LISTS) && !defined(SELECTIVE)
// 1: an edge has one trail, in the row of the smaller city; MMAS has copies of it in the other rows.
layout(constant_id = 2) const uint SYMMETRIC = 1;
#endif

// trail_of returns the trail of the edge from a city to the k-th in its row or list.
uint trail_of(uint city, uint k) {
#if defined(CANDIDATE_TRAILS)
    return pheromone[(colony * cities + city) * CANDIDATES + k];
#elif defined(SELECTIVE)
    const uint trails = 8u;
    uint to = neighbours[city * list_width + k], trail = initial;
    for (uint i = trails; i > 0u; i--) {
        uvec2 entry = pheromone[(colony * cities + city) * trails + i - 1u];
        trail = entry.x == to ? entry.y : trail;
    }
    return trail;
#elif defined(LISTS)
    uint to = neighbours[city * list_width + k];
    bool turned = SYMMETRIC == 1u && city > to;
    return pheromone[(colony * cities + (turned ? to : city)) * pitch + (turned ? city : to)];
#else
    return pheromone[city * pitch + k];
#endif
}

bool is_choice(uint city, uint k) {
#if defined(LISTS) || defined(CANDIDATE_TRAILS)
    return true;
#else
    return k != city;
#endif
}

// log_of returns log2 of a number of at least 1, in parts of 2²⁴.
uint log_of(uint value) {
    uint top = uint(findMSB(value));
    return top << 24 | log_fraction(value << (31u - top) << 1) >> 8;
}

shared uint least, most, sum, branches, logs_low, logs_high;

void main() {
    if (group_index() >= count) {
        return;
    }
    uint unit = first + group_index();
    colony = unit / cities;
    if (!has_row()) {
        return;
    }
    uint city = unit - colony * cities;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        least = ~0u;
        most = 0u;
        sum = 0u;
        branches = 0u;
        logs_low = 0u;
        logs_high = 0u;
    }
    barrier();
    uint lowest = ~0u, highest = 0u;
    for (uint k = lane; k < WIDTH; k += GROUP_SIZE) {
        uint trail = trail_of(city, k);
        lowest = is_choice(city, k) ? min(lowest, trail) : lowest;
        highest = is_choice(city, k) ? max(highest, trail) : highest;
    }
    atomicMin(least, lowest);
    atomicMax(most, highest);
    barrier();

    // With this shift the sum of the trails has 32 bits.
    uint shift = uint(max(0, findMSB(most) + findMSB(WIDTH - 1u) - 30));
    uint threshold = (most - least) / BRANCH_DIVISOR, part = 0u, above = 0u;
    uvec2 logs = uvec2(0u);
    for (uint k = lane; k < WIDTH; k += GROUP_SIZE) {
        uint trail = trail_of(city, k);
        if (is_choice(city, k)) {
            above += uint(trail - least > threshold);
            uint share = trail >> shift;
            part += share;
            uvec2 product = uvec2(0u);
            umulExtended(share, log_of(max(1u, share)), product.y, product.x);
            logs = long_add(logs, product);
        }
    }
    atomicAdd(sum, part);
    atomicAdd(branches, above);
    uint old = atomicAdd(logs_low, logs.x);
    atomicAdd(logs_high, logs.y + carry_of(old, logs.x));
    barrier();
    if (lane != 0u) {
        return;
    }
    // log2(sum) − sum of share·log2(share) / sum
    uvec2 total;
    umulExtended(sum, log_of(sum), total.y, total.x);
    uint entropy = quotient(long_subtract(total, uvec2(logs_low, logs_high)), uvec2(sum, 0u), ~0u);
    uint row = row_index();
    old = atomicAdd(statistics[row].entropy_low, entropy);
    atomicAdd(statistics[row].entropy_high, carry_of(old, entropy));
    atomicAdd(statistics[row].branches, branches);
    atomicMin(statistics[row].trail_min, least);
    atomicMax(statistics[row].trail_max, most);
}
