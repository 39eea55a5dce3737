// Points: a city's number in x and, if distances are computed, its grid coordinates in y and z
// and, with SPACE, w. The includer has distance.glsl and the buffer tours, or with COORDINATES
// the buffer visits.
#ifdef SPACE
#define POINT uvec4
#define GRID_OF(point) point.yzw
POINT point_of(uint city) { return uvec4(city, coordinates[city].xyz); }

POINT point_at(uint index) { return visits[index]; }
#else
#define POINT uvec3
#define GRID_OF(point) point.yz
#endif

#ifdef HAVERSINE
const bool IS_LONG = true; // whether a distance takes much code
#define short_distance distance_between

int distance_between(POINT a, POINT b) { return int(haversine(GRID_OF(a), GRID_OF(b))); }
#elif defined(COORDINATES)
#ifndef SPACE
POINT point_of(uint city) { return uvec3(city, coordinates[city]); }

POINT point_at(uint index) { return visits[index].xyz; }
#endif

// rounded_root returns the distance for integer coordinate differences of at most 2²⁴, without a
// branch and in a short chain of operations: ants wait for such chains.
//
// In Vulkan products, sums and conversions return one of the two nearest floats, with a relative
// error of up to e = 2⁻²³, and inversesqrt has an error of up to 2e. So the sum of three squares
// has an error of 3e, and its root, the product with the inverse root, has 4.5e, at most 16. The
// remainder of the square is at most 17 times twice the root, below 2³⁰: it is exact although the
// squares are truncated to 32 bits. The missing part of the root is the remainder divided by the
// sum of both roots, at most 17. Divided by twice the exact root it is smaller, by at most 1/2
// for small roots and 2⁻¹⁷ for large ones. The float of that, with both additions, has an error
// of 7.5e, below 2⁻¹⁵. So with BELOW the sum of d and the missing part is too small, by less than
// 1: it rounds to the result or to 1 below it, which the remainder of its square tells.
int rounded_root(DELTA_SIGNED delta) {
    const float BELOW = 1.0 / 1024.0;
    DELTA_FLOATS size = DELTA_FLOATS(delta);
    float about = SUM_OF_SQUARES(size), inverse = inversesqrt(max(about, 1.0));
    int square = SUM_OF_SQUARES(delta), d = int(about * inverse);
    d += int(floor(float(square - d * d) * (0.5 * inverse) + (METRIC == CEIL_2D ? 1.0 : 0.5) - BELOW));
    int most = METRIC == CEIL_2D ? 0 : d; // remainder of d, if it is the result
    // The sign bit takes fewer operations than a comparison.
    return d + int(uint(most - (square - d * d)) >> 31);
}

#ifdef SPACE
// Whether rounded_root is the distance on an exact grid, and whether a distance takes much code.
const bool HAS_ROOT = true, IS_LONG = true;
#else
const bool HAS_ROOT = METRIC == EUC_2D || METRIC == CEIL_2D, IS_LONG = UNITS != GRID_EXACT;
#endif

DELTA delta_of(POINT a, POINT b) { return max(GRID_OF(a), GRID_OF(b)) - min(GRID_OF(a), GRID_OF(b)); }

// short_distance returns the distance on an exact grid.
int short_distance(POINT a, POINT b) {
    return HAS_ROOT ? rounded_root(DELTA_SIGNED(GRID_OF(a) - GRID_OF(b))) : int(exact_distance(delta_of(a, b)));
}

int distance_between(POINT a, POINT b) {
#ifdef SPACE
    return UNITS == GRID_EXACT ? short_distance(a, b) : int(space_distance(a.x, b.x, delta_of(a, b)));
#else
    return UNITS == GRID_EXACT ? short_distance(a, b) : int(distance_of(a.x, b.x));
#endif
}
#else
POINT point_of(uint city) { return uvec3(city, 0u, 0u); }

POINT point_at(uint index) { return uvec3(tours[index], 0u, 0u); }

const bool IS_LONG = false;
#define short_distance distance_between

int distance_between(POINT a, POINT b) { return int(distance_of(a.x, b.x)); }
#endif

// distances_between returns the distances from a to b and from c to d. Every call is inlined.
// Where a distance takes much code, a loop has this code once; it computes only the wanted first
// ones, and the others are 0.
ivec2 distances_between(POINT a, POINT b, POINT c, POINT d, uint wanted) {
    if (!IS_LONG) {
        return ivec2(short_distance(a, b), short_distance(c, d));
    }
    ivec2 all = ivec2(0);
    [[dont_unroll]] for (uint i = 0u; i < wanted; i++) {
        all[i] = distance_between(i == 0u ? a : c, i == 0u ? b : d);
    }
    return all;
}

// distances_through returns the distances from a to b, from b to c, from a to d and from d to c,
// like distances_between.
ivec4 distances_through(POINT a, POINT b, POINT c, POINT d, uint wanted) {
    if (!IS_LONG) {
        return ivec4(short_distance(a, b), short_distance(b, c), short_distance(a, d), short_distance(d, c));
    }
    ivec4 all = ivec4(0);
    [[dont_unroll]] for (uint i = 0u; i < wanted; i++) {
        all[i] = distance_between((i & 1u) == 0u ? a : c, i < 2u ? b : d);
    }
    return all;
}
