// after returns the place in a colony's tour that follows another; the tour is closed.
uint after(uint place) { return place + 1u < places ? place + 1u : 0u; }
