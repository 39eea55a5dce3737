// A city's candidates, divided among a team: the fewest consecutive invocations that have room
// for all of them. All teams of a subgroup do the same work, so that every invocation has the
// team's result. If ants share a subgroup, each team is an ant. The includer has
// subgroup_ant.glsl.
layout(constant_id = 3) const uint CANDIDATES = 20;
layout(constant_id = 4) const uint PER_INVOCATION = 1; // candidates per invocation

// At most the smallest subgroup.
const uint WORKERS = (CANDIDATES + PER_INVOCATION - 1u) / PER_INVOCATION;
const uint TEAM = 4u << (uint(WORKERS > 4u) + uint(WORKERS > 8u) + uint(WORKERS > 16u));

// first_place returns the place in the list of this invocation's first candidate.
uint first_place() { return (lane & (TEAM - 1u)) * PER_INVOCATION; }
