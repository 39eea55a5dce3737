// after returns the place in a colony's tour that follows another; a tour closes.
uint after(uint place) { return place + 1u < places ? place + 1u : 0u; }
