// Points: a city's number in x and, if distances are computed, its grid coordinates in y and z. It needs distance.glsl and, without COORDINATES,
// the buffer tours.
#ifdef COORDINATES
uvec3 point_of(uint city) { return uvec3(city, coordinates[city]); }

uvec3 point_at(uint place) { return visits[place].xyz; }

// rounded_root returns the distance for integer coordinate differences of at most 2²⁴, without a branch and in few operations: the size of
// the code limits shaders that compute many distances.
//
// In Vulkan products, sums and conversions return one of the two nearest floats, with a relative error of up to e = 2⁻²³, inversesqrt has an
// error of up to 2e, a quotient of 2.5e, and sqrt is made of these two. So the square has an error of 2e and its root 5.5e, less than 2⁻²⁰ of
// the root and at most 23. The remainder of the square is at most 24 times twice the root, below 2³¹: it is exact although the squares are
// truncated to 32 bits. The remainder divided by the sum of both roots is the missing part. Its error is 8e of it, and 2⁻¹⁹ twice for the
// additions, together less than 2⁻¹⁵. After BELOW is subtracted it is too small, by less than 2⁻⁹. So d is the result or 1 below it, which
// the remainder of its square tells.
int rounded_root(uvec2 delta) {
    const float BELOW = 1.0 / 1024.0;
    vec2 size = vec2(delta);
    float root = sqrt(size.x * size.x + size.y * size.y);
    uint square = delta.x * delta.x + delta.y * delta.y, d = uint(root);
    precise float missing = float(int(square - d * d)) / max(root + float(d), 1.0);
    d += uint(int(floor(missing + (METRIC == CEIL_2D ? 1.0 : 0.5) - BELOW)));
    return int(d) + (int(square - d * d) > (METRIC == CEIL_2D ? 0 : int(d)) ? 1 : 0);
}

int distance_between(uvec3 a, uvec3 b) {
    uvec2 delta = max(a.yz, b.yz) - min(a.yz, b.yz);
    if (UNITS == GRID_EXACT) {
        return METRIC == EUC_2D || METRIC == CEIL_2D ? rounded_root(delta) : int(exact_distance(delta));
    }
    return int(distance_of(a.x, b.x));
}
#else
uvec3 point_of(uint city) { return uvec3(city, 0u, 0u); }

uvec3 point_at(uint place) { return uvec3(tours[place], 0u, 0u); }

int distance_between(uvec3 a, uvec3 b) { return int(distance_of(a.x, b.x)); }
#endif
