// TSPLIB's distances in the plane, with every rounding of the host's, in some hundreds of operations. Go twin: tsp/metric.go. It needs float64.glsl.
const uint EUC_2D = 0;
const uint CEIL_2D = 1;
const uint MAN_2D = 2;
const uint MAX_2D = 3;
const uint ATT = 4;

// difference returns |a - b| of two numbers that are given by their bits.
Float64 difference(uvec2 a, uvec2 b) {
    return float64_sum(float64_size(a), float64_size(b), (a.y ^ b.y) >> 31 == 0u);
}

// nearest rounds to the nearest whole number, halves up, as TSPLIB does: it adds a half, which may round, and cuts off.
uint nearest(Float64 a) {
    return float64_floor(float64_sum(a, HALF, false));
}

// plane_distance returns the distance of two cities, each the bits of x and then of y, low words first.
uint plane_distance(uint metric, uvec4 a, uvec4 b) {
    Float64 dx = difference(a.xy, b.xy);
    Float64 dy = difference(a.zw, b.zw);
    if (metric == MAN_2D) {
        return nearest(float64_sum(dx, dy, false));
    }
    if (metric == MAX_2D) {
        return max(nearest(dx), nearest(dy));
    }
    Float64 squares = float64_sum(float64_square(dx), float64_square(dy), false);
    if (metric == ATT) {
        squares = float64_tenth(squares);
    }
    Float64 root = float64_root(squares);
    // The nearest whole number or, if that is smaller, the next one is what rounding up makes.
    return metric == CEIL_2D || metric == ATT ? float64_ceil(root) : nearest(root);
}
