// Cities with what their distances follow from: x is the number; y and z are the coordinates on the grid, or nothing where there is a
// matrix. It needs distance.glsl and, without COORDINATES, the buffer tours.
#ifdef COORDINATES
uvec3 point_of(uint city) { return uvec3(city, coordinates[city]); }

uvec3 point_at(uint place) { return visits[place].xyz; }

// near_root returns the distance of whole coordinates at most 2²⁴ apart by an axis, without a branch and in few operations: shaders
// that ask for many distances are bound by the size of their code.
//
// Vulkan has products, sums and conversions be one of the two nearest floats, off by up to e = 2⁻²³ of the result, inversesqrt by up to 2e
// and a quotient by 2.5e, and the root is made of these two. So the square is off by 2e and its root by 5.5e, less than 2⁻²⁰ of it, 23 at
// the most. The rest of the square, 24 times twice the root, is below 2³¹ in size: it is right though the squares are cut off at 32 bits.
// The rest by the sum of both roots is what is missing, off by 8e of it, and by 2⁻¹⁹ twice for what is added: by less than 2⁻¹⁵, so that
// with BELOW taken off it is too small, and by less than 2⁻⁹. So d is the result or 1 less, which the rest of its square tells.
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
