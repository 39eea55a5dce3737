// after returns the next place of a closed tour.
uint after(uint place) { return place + 1u < cities ? place + 1u : 0u; }
