// Distances between places on a grid of whole numbers, at most 2³⁰ apart by an axis. aco/problem/grid.go makes it and has the
// reasons of its bounds. It needs METRIC, metric.glsl and long.glsl.
layout(constant_id = 30) const uint UNITS = 0;  // of the grid, in a length of 1
layout(constant_id = 31) const uint MARGIN = 0; // 256ths of a unit that the true distance can be away

const uint GRID_NONE = 0;
const uint GRID_EXACT = 1;

// A root is whole + more.
struct Root {
    uint whole;
    float fraction;
};

// root_of returns √(x² + y²).
//
// Vulkan has products, sums and conversions be one of the two nearest floats, off by up to e = 2⁻²³ of the result, and inversesqrt
// by up to 2e. The squares are off by 3e each, their sum by 4e, its root by 2e, the product with it by 5e and that with BELOW by
// 6e: less than the 8e by which BELOW makes it smaller. So whole is not above the root, and not farther below it than 1 and 15e of
// it, which is 2716. The rest of the square, divided by twice the root, is what is missing, but for the square of that by twice
// the root: 0.003 at the most where the root is 2³⁰, and 1/2d of a small root d. The float of it is off by 9e, 0.003 at the most.
Root root_of(uvec2 delta) {
    const float BELOW = 1.0 - 1.0 / 1048576.0;
    precise vec2 size = vec2(delta);
    precise float square = size.x * size.x + size.y * size.y;
    precise float inverse = inversesqrt(max(square, 1.0));
    precise float low = square * inverse * BELOW;
    uint whole = uint(low);
    uvec2 rest = long_subtract(long_add(long_square(delta.x), long_square(delta.y)), long_square(whole));
    precise float fraction = (float(rest.y) * 4294967296.0 + float(rest.x)) * inverse * 0.5;
    return Root(whole, fraction);
}

// exact_distance returns the distance of whole coordinates at most 2²⁴ apart by an axis.
uint exact_distance(uvec2 delta) {
    if (METRIC == MAN_2D) {
        return delta.x + delta.y;
    }
    if (METRIC == MAX_2D) {
        return max(delta.x, delta.y);
    }
    // What is known of a small root is too small by less than a half, and of any it is at most 2⁻¹⁴ too large: d is the result or 1
    // less, which the rest of the square tells. To round up, a whole root must not be missed by 1, and to nearest no half passed.
    Root root = root_of(delta);
    uint d = root.whole + uint(root.fraction + (METRIC == CEIL_2D ? 0.5 : 0.0));
    int rest = int(delta.x * delta.x + delta.y * delta.y - d * d); // above -2²⁶ and below 2²⁷
    return rest > (METRIC == CEIL_2D ? 0 : int(d)) ? d + 1u : d;
}

// grid_distance finds the distance, unless rounding changes it within the margin: then it returns false.
bool grid_distance(uvec2 delta, out uint d) {
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
    precise float beyond = float(at - d * UNITS) + (length.fraction - float(fraction)); // the last whole distance
    float margin = float(MARGIN) / 256.0;
    return beyond > margin && beyond < float(UNITS) - margin;
}
