package reference

// startPosition returns the position at which the ant starts: that of its city or, with windows, the given position.
func (a *ant) startPosition(drawn uint32) uint32 {
	if a.colony.Model.Windowed() {
		return drawn
	}
	return a.colony.Positions[drawn]
}

// keeps reports whether the edge between the cities at two positions must remain: it is fixed, or it closes the tour of a window and
// represents the rest of the tour.
func (a *ant) keeps(p, q uint32) bool {
	m := a.colony.Model
	return m.Windowed() && max(p, q)-min(p, q) == a.tour.places-1 || m.IsFixed(a.shared[p], a.shared[q])
}
