// The shortest tour of a colony. The including shader has the push constant ants and the buffer lengths.
shared uint shortest_high, shortest_low, shortest_first;

// shortest_ant returns the ant with the shortest tour among those of a colony from an ant on; of equal lengths the first. All invocations
// call it.
uint shortest_ant(uint from, uint lane) {
    if (lane == 0u) {
        shortest_high = ~0u;
        shortest_low = ~0u;
        shortest_first = ~0u;
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        atomicMin(shortest_high, lengths[from + i].y);
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        if (lengths[from + i].y == shortest_high) {
            atomicMin(shortest_low, lengths[from + i].x);
        }
    }
    barrier();
    for (uint i = lane; i < ants; i += GROUP_SIZE) {
        if (lengths[from + i] == uvec2(shortest_low, shortest_high)) {
            atomicMin(shortest_first, from + i);
        }
    }
    barrier();
    return shortest_first;
}
