// after returns the place in a tour that follows another; a tour closes.
uint after(uint place) { return place + 1u < cities ? place + 1u : 0u; }
