// TSPLIB's distances in the plane, with every rounding of the host's, in some hundreds of operations. Go reference: tsp/metric.go. It needs float64.glsl.
const uint EUC_2D = 0;
const uint CEIL_2D = 1;
const uint MAN_2D = 2;
const uint MAX_2D = 3;
const uint ATT = 4;

// nearest rounds to the nearest whole number, halves up, as TSPLIB does: it adds a half and cuts off. That the sum is rounded
// changes nothing, but that the largest number below a half becomes 1.
uint nearest(Float64 a) {
    if (a == BELOW_HALF) {
        return 1u;
    }
    a.exponent++;
    return (float64_floor(a) + 1u) / 2u;
}

// plane_distance returns the distance of two cities, each the bits of x and then of y, low words first. A shader has a copy of it
// wherever it asks for a distance: so the axes and their sum take turns in one piece of code.
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
    // By ATT it is the nearest whole number or, if that is smaller, the next one: what rounding up makes.
    return metric == CEIL_2D || metric == ATT ? float64_ceil(length) : nearest(length);
}
