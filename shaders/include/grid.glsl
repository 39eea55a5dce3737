// Distances on an integer grid with coordinate differences of at most 2³⁰, in the plane or, with
// SPACE, in space. aco/distance/grid.go makes the grid and explains its bounds. The includer has
// METRIC, metric.glsl and long.glsl.
layout(constant_id = 30) const uint UNITS = 0;  // grid units per unit of length
// Largest error of a grid distance, in 256ths of a unit.
layout(constant_id = 31) const uint MARGIN = 0;

const uint GRID_NONE = 0;
const uint GRID_EXACT = 1;

#ifdef SPACE
#define DELTA uvec3
#define DELTA_SIGNED ivec3
#define DELTA_FLOATS vec3
#define SUM_OF_SQUARES(v) v.x * v.x + v.y * v.y + v.z * v.z
#define LONG_SQUARE(v) long_add(long_add(long_square(v.x), long_square(v.y)), long_square(v.z))
#else
#define DELTA uvec2
#define DELTA_SIGNED ivec2
#define DELTA_FLOATS vec2
#define SUM_OF_SQUARES(v) v.x * v.x + v.y * v.y
#define LONG_SQUARE(v) long_add(long_square(v.x), long_square(v.y))
#endif

// A root is whole + fraction.
struct Root {
    uint whole;
    float fraction;
};

// root_of returns the root of the sum of the squares.
//
// In Vulkan products, sums and conversions return one of the two nearest floats, with a relative
// error of up to e = 2⁻²³, and inversesqrt has an error of up to 2e. So each square has an error
// of 3e, the sum of three 5e, its root 2.5e, the product of sum and inverse root 5.5e, and that
// times BELOW 6.5e. BELOW reduces it by 8e. So whole is not above the root, and at most 1 plus
// 15e of the root below it, which is 3327. The remainder of the square, divided by twice the
// root, is the missing fraction, up to the square of the fraction divided by twice the root: at
// most 0.003 for a root of 2³⁰, and 1/2d for a small root d. Its float has a relative error of
// 10e, at most 0.004.
Root root_of(DELTA delta) {
    const float BELOW = 1.0 - 1.0 / 1048576.0;
    precise DELTA_FLOATS size = DELTA_FLOATS(delta);
    precise float square = SUM_OF_SQUARES(size);
    precise float inverse = inversesqrt(max(square, 1.0));
    precise float low = square * inverse * BELOW;
    uint whole = uint(low);
    uvec2 remainder = long_subtract(LONG_SQUARE(delta), long_square(whole));
    precise float fraction = (float(remainder.y) * 4294967296.0 + float(remainder.x)) * inverse * 0.5;
    return Root(whole, fraction);
}

// exact_distance returns the distance for integer coordinate differences of at most 2²⁴.
uint exact_distance(DELTA delta) {
    if (METRIC == MAN_2D) {
        return delta.x + delta.y;
    }
    if (METRIC == MAX_2D) {
        return max(delta.x, delta.y);
    }
    // The computed root is less than 0.5 too small for small roots, and at most 2⁻¹⁴ too large.
    // So d is the result or 1 below it, which the remainder of the square tells. Rounding up must
    // not miss an integer root by 1; rounding to nearest must not pass a half.
    Root root = root_of(delta);
    uint d = root.whole + uint(root.fraction + (METRIC == CEIL_2D ? 0.5 : 0.0));
    int remainder = int(SUM_OF_SQUARES(delta) - d * d); // above -2²⁶ and below 2²⁷
    return d + uint(remainder > (METRIC == CEIL_2D ? 0 : int(d)));
}

// grid_distance computes the distance. It returns false if the error margin leaves the rounding
// open.
bool grid_distance(DELTA delta, out uint d) {
    Root length = Root(0u, 0.0);
    if (METRIC == MAN_2D) {
        length.whole = delta.x + delta.y;
    } else if (METRIC == MAX_2D) {
        length.whole = max(delta.x, delta.y);
    } else {
        length = root_of(delta);
    }
    uint fraction = uint(length.fraction);
    uint at = length.whole + fraction + (METRIC == CEIL_2D || METRIC == ATT ? UNITS : UNITS / 2u);
    d = at / max(UNITS, 1u);
    // How far beyond the last whole distance.
    precise float beyond = float(at - d * UNITS) + (length.fraction - float(fraction));
    float margin = float(MARGIN) / 256.0;
    return beyond > margin && beyond < float(UNITS) - margin;
}
