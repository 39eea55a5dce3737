#version 460
// Accepts long changes into the next tour, updates its length and counts the iteration. One
// work-group per colony.
// Go reference: aco/merged/reference/long.go.
#include "../include/stage.glsl"
#include "../include/long.glsl"
#define STATE_ACCESS
#include "state.glsl"

layout(push_constant) uniform Push {
    uint first, count; // colonies
    uint places, ants, period;
};

layout(set = 0, binding = 1, std430) readonly buffer ClaimsBuffer { uint claims[]; };
#define HEADERS_BINDING 2
#define HEADERS_ACCESS
#define PIECES_BINDING 3
#include "change.glsl"
#include "positions.glsl"
#include "accepted.glsl"
#include "check.glsl"
#include "sum.glsl"
// Ants, in any order.
layout(set = 0, binding = 4, std430) readonly buffer LongChangesBuffer { uint long_changes[]; };
// Ant, low, high; longest first.
layout(set = 0, binding = 5, std430) writeonly buffer AcceptedLongBuffer { uint accepted_long[]; };

uint colony;
#include "largest.glsl"

// One bit per chosen change. These arrays are in shared memory. Every device has at least 16 KiB.
const uint MASK_WORDS = MAX_LONG / 32;
shared uint refused[MASK_WORDS], accepted[MASK_WORDS];
shared uint conflicts[MAX_LONG * MASK_WORDS]; // of each change, with changes of larger gain
shared uint lengths[MAX_LONG];

uint change_of(uint i) { return colony * ants + chosen[i]; }

bool is_refused(uint i) { return (refused[i / 32u] >> i % 32u & 1u) != 0u; }
bool is_accepted(uint i) { return (accepted[i / 32u] >> i % 32u & 1u) != 0u; }

// cuts_cross returns whether two changes conflict: whether their cuts cross. If not, all cuts of
// one are between two adjacent cuts of the other, along the closed tour. Then the changes are
// disjoint, or one is within a piece of the other. Go reference: cutsCross in
// aco/merged/reference/long.go.
bool cuts_cross(uint a, uint b) {
    uint from = cut_of(b, 0u);
    // The cuts of a on both sides of it; below is one more than the cut, 0: none.
    uint below = 0u, above = ~0u;
    uint lowest = ~0u, highest = 0u; // of the cuts of a
    uint last = last_cut(a);
    for (uint piece = 0u; piece <= last; piece++) {
        uint cut = cut_of(a, piece);
        lowest = min(lowest, cut);
        highest = max(highest, cut);
        if (cut <= from) {
            below = max(below, cut + 1u);
        } else {
            above = min(above, cut);
        }
    }
    // The gap after the last cut is that before the first.
    bool outside = below == 0u || above == ~0u;
    last = last_cut(b);
    for (uint piece = 0u; piece <= last; piece++) {
        uint cut = cut_of(b, piece);
        if (outside ? lowest <= cut && cut <= highest : cut < below || above <= cut) {
            return true;
        }
    }
    return false;
}

// refuse_covered refuses changes with a cut that an accepted shorter change covers.
void refuse_covered(uint changes, uint claims_at) {
    const uint max_cuts = MAX_PIECES + 1u;
    for (uint i = gl_LocalInvocationIndex; i < changes * max_cuts; i += GROUP_SIZE) {
        uint change = change_of(i / max_cuts), piece = i % max_cuts;
        if (piece <= headers[change].pieces && covered(cut_of(change, piece), CLASS_LONG, claims_at, colony)) {
            atomicOr(refused[i / max_cuts / 32u], 1u << i / max_cuts % 32u);
        }
    }
}

// find_conflicts tests all pairs. Adjacent invocations have the same first change, so they read
// the same words of it.
void find_conflicts(uint changes) {
    for (uint i = gl_LocalInvocationIndex; i < changes * changes; i += GROUP_SIZE) {
        uint a = i / changes, b = i % changes;
        if (a < b && !is_refused(a) && !is_refused(b) && cuts_cross(change_of(a), change_of(b))) {
            atomicOr(conflicts[b * MASK_WORDS + a / 32u], 1u << a % 32u);
        }
    }
}

// accept_greedily accepts changes in order of gain, and returns the number of accepted ones.
uint accept_greedily(uint changes) {
    uint accepted_count = 0u;
    // Not in shared memory, so that loads of conflicts do not wait for earlier changes.
    uint own_accepted[MASK_WORDS];
    for (uint last_word = 0u; last_word < MASK_WORDS; last_word++) {
        uint bits = 0u, end = min(changes, 32u * last_word + 32u);
        for (uint i = 32u * last_word; i < end; i++) {
            uint conflicting = (conflicts[i * MASK_WORDS + last_word] & bits) | (refused[last_word] & 1u << i % 32u);
            for (uint word = 0u; word < last_word; word++) {
                conflicting |= conflicts[i * MASK_WORDS + word] & own_accepted[word];
            }
            bits |= uint(conflicting == 0u) << i % 32u;
        }
        own_accepted[last_word] = bits;
        accepted[last_word] = bits;
        accepted_count += bitCount(bits);
    }
    return accepted_count;
}

// write_accepted writes an accepted change after all longer ones.
void write_accepted(uint i, uint changes) {
    uint longer = 0u;
    for (uint j = 0u; j < changes; j++) {
        bool before = lengths[j] > lengths[i] || (lengths[j] == lengths[i] && chosen[j] < chosen[i]);
        longer += uint(is_accepted(j) && before);
    }
    uint at = 3u * (MAX_LONG * colony + longer);
    accepted_long[at] = chosen[i];
    accepted_long[at + 1u] = headers[change_of(i)].low;
    accepted_long[at + 2u] = headers[change_of(i)].high;
}

void main() {
    if (group_index() >= count) {
        return;
    }
    colony = first + group_index();
    if (state[colony].stop != 0u) {
        return;
    }
    uint lane = gl_LocalInvocationIndex;
    uint listed = state[colony].long_changes;
    uint changes = largest_gains(listed);
    for (uint i = lane; i < MASK_WORDS; i += GROUP_SIZE) {
        refused[i] = 0u;
    }
    for (uint i = lane; i < changes * MASK_WORDS; i += GROUP_SIZE) {
        conflicts[i] = 0u;
    }
    for (uint i = lane; i < changes; i += GROUP_SIZE) {
        lengths[i] = headers[change_of(i)].high - headers[change_of(i)].low;
    }
    barrier();
    refuse_covered(changes, claims_of(colony, state[colony].iteration));
    barrier();
    find_conflicts(changes);
    barrier();
    uint accepted_count;
    if (lane == 0u) {
        accepted_count = accept_greedily(changes);
        clear_sum();
    }
    barrier();
    for (uint i = lane; i < changes; i += GROUP_SIZE) {
        if (is_accepted(i)) {
            write_accepted(i, changes);
            headers[change_of(i)].accepted = 1u;
            add_to_sum(long_minus(headers[change_of(i)].gain));
            if (headers[change_of(i)].gain < 0) {
                atomicAdd(state[colony].losing, 1u);
            }
        }
    }
    barrier();
    if (lane == 0u) {
        state[colony].tour_length = long_add(state[colony].tour_length, uvec2(sum_low, sum_high));
        state[colony].accepted += accepted_count;
        state[colony].long_accepted = accepted_count;
        state[colony].long_changes = 0u;
        state[colony].iteration++;
        if (is_check_due(colony)) {
            state[colony].measured = uvec2(0);
        }
    }
}
