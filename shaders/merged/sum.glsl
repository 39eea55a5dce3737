// A 64-bit sum over a work-group. The includer has long.glsl.
shared uint sum_low, sum_high;

// clear_sum is called by one invocation, before a barrier.
void clear_sum() {
    sum_low = 0u;
    sum_high = 0u;
}

void add_to_sum(uvec2 part) {
    uint old = atomicAdd(sum_low, part.x);
    atomicAdd(sum_high, part.y + carry_of(old, part.x));
}
