// The weights of the unvisited cities of a row.
#include "four.glsl"

layout(constant_id = 3) const uint SKIP_VISITED = 0; // 1: does not load vectors whose four cities are visited, which pays for long rows

// unvisited_weights returns four weights of a row, 0 for visited cities and those that a fixed edge excludes.
uvec4 unvisited_weights(uint row, uint vector) {
    uint flags = flags_with_excluded(visited_flags(vector), 4u * vector, 4u);
    if (SKIP_VISITED == 1u && flags == 15u) {
        return uvec4(0);
    }
    return without_visited(weights[row + min(vector, pitch / 4u - 1u)], flags); // the flags of the padding are set
}
