// TSPLIB's distances in the plane, with the same rounding in each operation as on the host, in
// some hundreds of operations. Go reference: tsp/metric.go. The includer has float64.glsl.
const uint EUC_2D = 0;
const uint CEIL_2D = 1;
const uint MAN_2D = 2;
const uint MAX_2D = 3;
const uint ATT = 4;

// nearest rounds to the nearest integer, halves up, as TSPLIB does: it adds 0.5 and truncates.
// The rounding of that sum changes the result only for the largest number below 0.5, which
// becomes 1.
uint nearest(Float64 a) {
    if (a == BELOW_HALF) {
        return 1u;
    }
    a.exponent++;
    return (float64_floor(a) + 1u) / 2u;
}

// plane_distance returns the distance of two cities, each given by the bits of x and y, low words
// first. Every call is inlined, so a loop shares the code between both axes and their sum.
uint plane_distance(uint metric, uvec4 a, uvec4 b) {
    bool euclidean = metric != MAN_2D && metric != MAX_2D;
    Float64 first = float64_size(a.xy), second = float64_size(b.xy);
    bool minus = (a.y ^ b.y) >> 31 == 0u;
    Float64 x, length;
    for (uint turn = 0u; turn < 3u; turn++) {
        length = float64_sum(first, second, minus);
        if (turn == 2u) {
            break;
        }
        if (euclidean) {
            length = float64_square(length);
        }
        if (turn == 0u) {
            x = length;
            first = float64_size(a.zw);
            second = float64_size(b.zw);
            minus = (a.w ^ b.w) >> 31 == 0u;
        } else {
            first = x;
            second = length;
            minus = false;
        }
    }
    if (metric == MAX_2D) {
        length = float64_less(x, second) ? second : x;
    }
    if (metric == ATT) {
        length = float64_tenth(length);
    }
    if (euclidean) {
        length = float64_root(length);
    }
    // ATT takes the nearest integer, or the next one if that is below the length. Rounding up
    // does the same.
    return metric == CEIL_2D || metric == ATT ? float64_ceil(length) : nearest(length);
}
