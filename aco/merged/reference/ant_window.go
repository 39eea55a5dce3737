package reference

// startPosition returns the position from which the ant starts: of its city, in a window the place itself.
func (a *ant) startPosition(drawn uint32) uint32 {
	if a.colony.Model.Windowed() {
		return drawn
	}
	return a.colony.Positions[drawn]
}

// closesWindow reports whether the edge between two positions closes the tour of a window: it stands for the rest of the tour.
func (a *ant) closesWindow(p, q uint32) bool {
	return a.colony.Model.Windowed() && max(p, q)-min(p, q) == a.tour.places-1
}
