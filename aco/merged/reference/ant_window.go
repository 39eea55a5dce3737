package reference

// startPosition returns the position at which the ant starts: that of its city or, with windows, the given position.
func (a *ant) startPosition(drawn uint32) uint32 {
	if a.colony.Model.Windowed() {
		return drawn
	}
	return a.colony.Positions[drawn]
}

// closesWindow reports whether the edge between two positions closes the tour of a window. It represents the rest of the tour.
func (a *ant) closesWindow(p, q uint32) bool {
	return a.colony.Model.Windowed() && max(p, q)-min(p, q) == a.tour.places-1
}
