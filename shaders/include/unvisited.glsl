// The weights of a row, of unvisited cities only.
#include "four.glsl"

layout(constant_id = 3) const uint SKIP_VISITED = 0; // 1: four visited cities are not loaded; it pays where rows are long

// unvisited_weights returns four weights of a row, 0 for the visited cities.
uvec4 unvisited_weights(uint row, uint vector) {
    uint flags = visited_flags(vector);
    if (SKIP_VISITED == 1u && flags == 15u) {
        return uvec4(0);
    }
    return without_visited(weights[row + min(vector, pitch / 4u - 1u)], flags); // in the padding all flags are set
}
