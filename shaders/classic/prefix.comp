#version 460
// Running sums of the weights. One work-group per row. With GUIDE it also computes the guide to
// the sums. With NEAR the sums leave out the nearest cities, whose weights go to their list. Go
// reference: aco/classic/reference/prefix.go.
#include "../include/stage.glsl"
#include "../include/subgroup.glsl"
#define STATE_ACCESS readonly
#include "state.glsl"
#ifdef GUIDE
#include "../include/philox.glsl"
#endif
#include "sum.glsl"

layout(push_constant) uniform Push {
    uint first, count; // rows
    uint cities, pitch;
#ifdef GUIDE
    uint guide_shift;
#endif
};

layout(set = 0, binding = 1, std430) readonly buffer WeightsBuffer { uvec4 weights[]; };
layout(set = 0, binding = 2, std430) coherent buffer SumsBuffer { uint sums[]; };
#ifdef GUIDE
layout(set = 0, binding = 3, std430) writeonly buffer GuideBuffer { uint guide[]; };

const uint CITIES_PER_LOAD = 4; // cities that an invocation loads the sums of together

// first_part returns the first part of the guide whose least target is at least sum, or parts if
// there is none: sum·parts / total, rounded up. The estimate is less than the quotient, by 1/16
// at most, because its relative error is below 2⁻²⁰ and a guide has at most 2¹⁵ parts. So the
// next integer above it is the part or the one before. estimated has parts / total.
uint first_part(uint sum, uint total, uint parts, float estimated) {
    uint part = uint(int(floor(float(sum) * estimated - 0.03125)) + 1);
    return part < parts && multiply_high(part << guide_shift, total) < sum ? part + 1u : part;
}

// write_guide writes the row's part of the guide. A search for a target finds the first city
// whose sum exceeds it, or the last city. Consecutive invocations have consecutive cities, so
// that they write few lines of the cache at a time.
void write_guide(uint self, uint row, uint total, uint lane) {
    uint parts = 1u << (32u - guide_shift);
    float estimated = total > 0u ? float(parts) / float(total) : 0.0;
    for (uint base = lane; base < cities; base += CITIES_PER_LOAD * GROUP_SIZE) {
        uint before[CITIES_PER_LOAD], through[CITIES_PER_LOAD]; // sums
        for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
            uint at = row + min(base + v * GROUP_SIZE, cities - 1u);
            before[v] = sums[max(at, row + 1u) - 1u];
            through[v] = sums[at];
        }
        for (uint v = 0u; v < CITIES_PER_LOAD; v++) {
            uint city = base + v * GROUP_SIZE;
            uint part = city > 0u ? first_part(before[v], total, parts, estimated) : 0u;
            uint end = city >= cities ? 0u
                : city == cities - 1u ? parts
                                      : first_part(through[v], total, parts, estimated);
            for (; part < end; part++) {
                guide[self * parts + part] = city;
            }
        }
    }
}
#endif

#ifdef NEAR
layout(constant_id = 1) const uint FLAG_WORDS = 1; // one bit per city
layout(set = 0, binding = 4, std430) buffer NearBuffer { uvec2 near[]; };
shared uint is_near[FLAG_WORDS];

// weigh_near writes the weights of a row's nearest cities to their list, and marks these cities.
void weigh_near(uint self, uint row, uint lane) {
    for (uint i = lane; i < FLAG_WORDS; i += GROUP_SIZE) {
        is_near[i] = 0u;
    }
    barrier();
    for (uint k = lane; k < NEAR_CITIES; k += GROUP_SIZE) {
        uint city = near[self * NEAR_CITIES + k].x;
        near[self * NEAR_CITIES + k].y = weights[(row + city) / 4u][city % 4u];
        atomicOr(is_near[city >> 5], 1u << (city & 31u));
    }
    barrier();
}
#endif

// counted returns the weights of four cities as the sums count them.
uvec4 counted(uint row, uint city) {
    uvec4 w = weights[(row + city) / 4u];
#ifdef NEAR
    uvec4 flags = is_near[city >> 5] >> (city & 31u) & uvec4(1, 2, 4, 8);
    w = mix(w, uvec4(0), notEqual(flags, uvec4(0)));
#endif
    return w;
}

void main() {
    if (state[COLONY].stop != 0u || group_index() >= count) {
        return;
    }
    uint self = first + group_index();
    uint row = self * pitch;
    uint lane = gl_LocalInvocationIndex;
    bool last_of_subgroup = subgroup_lane == subgroup_max(subgroup_lane);

#ifdef NEAR
    weigh_near(self, row, lane);
#endif

    uint sum = 0u; // of the previous tiles
    for (uint tile = 0u; tile < cities; tile += 4u * GROUP_SIZE) {
        uint j = tile + 4u * lane;
        uvec4 w = j < cities ? counted(row, j) : uvec4(0);
        w.y += w.x;
        w.z += w.y;
        w.w += w.z;
        uint total;
        uint before = sum + sum_before(w.w, last_of_subgroup, total);
        sum += total;
        for (uint k = 0u; k < 4u && j + k < cities; k++) {
            sums[row + j + k] = before + w[k];
        }
        barrier();
    }
#ifdef NEAR
    if (lane == 0u) {
        guide[(cities << (32u - guide_shift)) + self] = sum; // after the guide of all rows
    }
#endif
#ifdef GUIDE
    memoryBarrierBuffer();
    barrier();

    write_guide(self, row, sum, lane);
#endif
}
