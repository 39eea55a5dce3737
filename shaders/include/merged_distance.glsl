// Distances of cities whose sites are at hand: coordinates, or nothing but their numbers where there is a matrix. It needs distance.glsl.
#ifdef COORDINATES
#define SITE uvec2
SITE site_of(uint city) { return coordinates[city]; }

int between(uint from, SITE a, uint to, SITE b) {
    uvec2 apart = max(a, b) - min(a, b);
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
    return int(distance_of(from, to));
}
#else
#define SITE uint
SITE site_of(uint city) { return city; }

int between(uint from, SITE a, uint to, SITE b) { return int(distance_of(a, b)); }
#endif
