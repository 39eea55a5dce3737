// Loads the lists of all cities into the nearest cache before the first step of a tour. An ant
// comes to each city once. Where few ants share a multiprocessor, most steps otherwise wait for
// the next cache.
//
// The includer has subgroup_ant.glsl and defines list_part, which loads a word of one of
// PREFETCHED parts.
layout(constant_id = 24) const uint PREFETCHED = 0; // 0: no prefetch
const uint WORDS_OF_PART = 8;
const uint PARTS_PER_LOAD = 16; // parts that an invocation loads together

uint list_part(uint part);

void prefetch_lists() {
    if (PREFETCHED == 0u || first > 0u) {
        return;
    }
    uint sum = 0u;
    for (uint base = lane; base < PREFETCHED; base += PARTS_PER_LOAD * width) {
        for (uint v = 0u; v < PARTS_PER_LOAD; v++) {
            sum += list_part(min(base + v * width, PREFETCHED - 1u));
        }
    }
    sum = subgroup_add(sum);
    if (lane == 0u) {
        tours[tour] = sum; // so that the compiler keeps the loads; the start city replaces it
    }
}
