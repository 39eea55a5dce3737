// after returns the next place of a colony's closed tour.
uint after(uint place) { return place + 1u < places ? place + 1u : 0u; }
