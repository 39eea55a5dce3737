// after returns the place in a tour that follows another; the tour is closed.
uint after(uint place) { return place + 1u < cities ? place + 1u : 0u; }
