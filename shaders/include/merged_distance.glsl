// Cities with what their distances follow from: x is the number; y and z are the coordinates on the grid, or nothing where there is a
// matrix. It needs distance.glsl and, without COORDINATES, the buffer tours.
#ifdef COORDINATES
uvec3 site_of(uint city) { return uvec3(city, coordinates[city]); }

uvec3 site_at(uint place) { return visits[place].xyz; }

int between(uvec3 a, uvec3 b) {
    uvec2 apart = max(a.yz, b.yz) - min(a.yz, b.yz);
    if (UNITS == GRID_EXACT && METRIC == EUC_2D && max(apart.x, apart.y) < 32768u) {
        // The square is below 2³¹, its root below 46341. The float of the square and its root are off by less than 2⁻²¹ of it, which
        // BELOW takes off: so d is the result or 1 less, which the rest of the square tells: of d it is at most d.
        const float BELOW = 1.0 - 1.0 / 1048576.0;
        uint square = apart.x * apart.x + apart.y * apart.y;
        precise float root = sqrt(float(square)) * BELOW + 0.5;
        uint d = uint(root);
        return int(square - d * d) > int(d) ? int(d) + 1 : int(d);
    }
    if (UNITS == GRID_EXACT) {
        return int(exact_distance(apart));
    }
    return int(distance_of(a.x, b.x));
}
#else
uvec3 site_of(uint city) { return uvec3(city, 0u, 0u); }

uvec3 site_at(uint place) { return uvec3(tours[place], 0u, 0u); }

int between(uvec3 a, uvec3 b) { return int(distance_of(a.x, b.x)); }
#endif
