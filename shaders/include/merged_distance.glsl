// Points: a city's number in x and, if distances are computed, its grid coordinates in y and z and, with SPACE, w. It needs distance.glsl and,
// without COORDINATES, the buffer tours.
#ifdef SPACE
#define POINT uvec4
#define GRID_OF(point) point.yzw
POINT point_of(uint city) { return uvec4(city, coordinates[city].xyz); }

POINT point_at(uint place) { return visits[place]; }
#else
#define POINT uvec3
#define GRID_OF(point) point.yz
#endif

#ifdef HAVERSINE
int distance_between(POINT a, POINT b) { return int(haversine(GRID_OF(a), GRID_OF(b))); }
#elif defined(COORDINATES)
#ifndef SPACE
POINT point_of(uint city) { return uvec3(city, coordinates[city]); }

POINT point_at(uint place) { return visits[place].xyz; }
#endif

// rounded_root returns the distance for integer coordinate differences of at most 2²⁴, without a branch and in few operations: the size of
// the code limits shaders that compute many distances.
//
// In Vulkan products, sums and conversions return one of the two nearest floats, with a relative error of up to e = 2⁻²³, inversesqrt has an
// error of up to 2e, a quotient of 2.5e, and sqrt is made of these two. So the square has an error of 2e and its root 5.5e, less than 2⁻²⁰ of
// the root and at most 23. The remainder of the square is at most 24 times twice the root, below 2³¹: it is exact although the squares are
// truncated to 32 bits. The remainder divided by the sum of both roots is the missing part. Its error is 8e of it, and 2⁻¹⁹ twice for the
// additions, together less than 2⁻¹⁵. After BELOW is subtracted it is too small, by less than 2⁻⁹. So d is the result or 1 below it, which
// the remainder of its square tells.
int rounded_root(DELTA delta) {
    const float BELOW = 1.0 / 1024.0;
    DELTA_FLOATS size = DELTA_FLOATS(delta);
    float root = sqrt(SUM_OF_SQUARES(size));
    uint square = SUM_OF_SQUARES(delta), d = uint(root);
    precise float missing = float(int(square - d * d)) / max(root + float(d), 1.0);
    d += uint(int(floor(missing + (METRIC == CEIL_2D ? 1.0 : 0.5) - BELOW)));
    return int(d) + (int(square - d * d) > (METRIC == CEIL_2D ? 0 : int(d)) ? 1 : 0);
}

int distance_between(POINT a, POINT b) {
    DELTA delta = max(GRID_OF(a), GRID_OF(b)) - min(GRID_OF(a), GRID_OF(b));
#ifdef SPACE
    return UNITS == GRID_EXACT ? rounded_root(delta) : int(space_distance(a.x, b.x, delta));
#else
    if (UNITS == GRID_EXACT) {
        return METRIC == EUC_2D || METRIC == CEIL_2D ? rounded_root(delta) : int(exact_distance(delta));
    }
    return int(distance_of(a.x, b.x));
#endif
}
#else
POINT point_of(uint city) { return uvec3(city, 0u, 0u); }

POINT point_at(uint place) { return uvec3(tours[place], 0u, 0u); }

int distance_between(POINT a, POINT b) { return int(distance_of(a.x, b.x)); }
#endif

// distances_between returns the distances from a to b and from c to d. The second is 0 without second. Every call is inlined, and in space a
// distance takes much code: a loop needs it once.
ivec2 distances_between(POINT a, POINT b, POINT c, POINT d, bool second) {
#ifdef SPACE
    ivec2 all = ivec2(0);
    [[dont_unroll]] for (uint i = 0u; i < (second ? 2u : 1u); i++) {
        all[i] = distance_between(i == 0u ? a : c, i == 0u ? b : d);
    }
    return all;
#else
    int first = distance_between(a, b);
    return ivec2(first, second ? distance_between(c, d) : 0);
#endif
}
