// How many candidates of a city an ant tries.
layout(constant_id = 3) const uint WIDTH = 8;        // for t3; all candidates
layout(constant_id = 4) const uint SECOND_WIDTH = 5; // for t5; the first ones
