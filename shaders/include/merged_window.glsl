// Windows: a colony may work on a window of the tour. Its tour then consists of the window's cities, and is closed by an edge that represents
// the rest of the tour. Go references: startPosition and keeps in aco/merged/reference/ant_window.go. It needs the push constant places.
layout(constant_id = 6) const uint WINDOW = 0; // 1: the colony has a window

// is_absent returns whether a position is that of a city outside the window.
bool is_absent(uint position) { return WINDOW == 1u && position >= places; }

// closes_window returns whether the edge between two positions closes the tour of a window.
bool closes_window(uint p, uint q) { return WINDOW == 1u && max(p, q) - min(p, q) == places - 1u; }
