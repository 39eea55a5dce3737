// The edges that the ants of a colony cross in a synchronous step of ACS, each with the number of these ants: a hash table with linear probing. So
// one invocation makes all updates of an edge, and none waits for others. The including shader defines CROSSED_EDGES_BINDING.
layout(constant_id = 26) const uint EDGE_SLOTS = 2; // of a colony: a power of two, at least twice its ants

// Two words for each slot: the cell of the edge's trail, or 0 if the slot is free, and the number of ants. Cell 0 is that of city 0 and itself.
layout(set = 0, binding = CROSSED_EDGES_BINDING, std430) buffer CrossedEdgesBuffer { uint crossed_edges[]; };
