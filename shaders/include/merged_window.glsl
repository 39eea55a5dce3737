// Where a colony works on a window of the tour alone: its tour is the cities there, and an edge that stands for the rest of the tour
// closes it. Go references: startOf and stays in aco/merged/reference/ant_window.go. It needs the push constant places.
layout(constant_id = 6) const uint WINDOW = 0; // 1: there is one

// elsewhere says whether a position is that of a city beyond the window.
bool is_absent(uint position) { return WINDOW == 1u && position >= places; }

// stays says whether the edge between two positions is the one that closes the tour.
bool closes_window(uint p, uint q) { return WINDOW == 1u && max(p, q) - min(p, q) == places - 1u; }
