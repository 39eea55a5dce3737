// Flags of the trails that deposits have raised. All trails are equal at first, evaporation and the local update of ACS never change the order of
// two trails, except that the latter lowers one to the initial value, the least of all. So no trail is larger than another if no deposit was
// on it, and an ant that seeks a trail larger than the one to the nearest city reads only those with a flag (rest.glsl). A row of FLAG_WORDS words for
// each city has the layout of the visited flags (flags.glsl). The including shader defines RAISED_BINDING and has flags.glsl, FLAG_WORDS and colony.
layout(set = 0, binding = RAISED_BINDING, std430) RAISED_ACCESS buffer RaisedBuffer { uint raised[]; };

uint raised_index(uint from, uint i) { return (colony * cities + from) * FLAG_WORDS + i; }
