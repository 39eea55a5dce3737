// Vectors of four cities, whose weights are loaded together.

// without_visited sets the weights of visited cities to 0. Their flags are the lowest four bits,
// from the first city up.
uvec4 without_visited(uvec4 w, uint visited) {
    return mix(w, uvec4(0), notEqual(visited & uvec4(1, 2, 4, 8), uvec4(0)));
}

uint sum_of_four(uvec4 w) { return w.x + w.y + w.z + w.w; }

// drawn_of_four returns the index of the city that a target below the sum of the weights selects:
// the first city whose running sum exceeds the target.
uint drawn_of_four(uvec4 w, uint target) {
    uvec3 beyond = uvec3(greaterThanEqual(uvec3(target), uvec3(w.x, w.x + w.y, w.x + w.y + w.z)));
    return beyond.x + beyond.y + beyond.z;
}
