// A city's candidates, divided among a team: the fewest consecutive invocations that have room for all. The teams of a subgroup do the same,
// so that every invocation of it knows what a team has found.
layout(constant_id = 3) const uint CANDIDATES = 20;
layout(constant_id = 4) const uint PER_INVOCATION = 1; // candidates of an invocation

const uint WORKERS = (CANDIDATES + PER_INVOCATION - 1u) / PER_INVOCATION; // at most as many as the smallest subgroup has
const uint TEAM = 4u << (uint(WORKERS > 4u) + uint(WORKERS > 8u) + uint(WORKERS > 16u));

// first_place returns the place in the list of the first candidate of this invocation.
uint first_place() { return (lane & (TEAM - 1u)) * PER_INVOCATION; }
