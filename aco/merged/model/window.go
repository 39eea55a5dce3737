package model

import "slices"

// TourCities returns the number of cities of a colony's tour: all cities or those of its window. Windows have equal sizes; the remaining
// few cities at the end of the tour are in none.
func (m *Model) TourCities() int { return m.Cities / max(1, m.Windows) }

// Windowed reports whether colonies work on windows of one tour.
func (m *Model) Windowed() bool { return m.Windows > 1 }

// Window returns the part of a tour that a colony of this number works on. Without windows it is the whole tour.
func (m *Model) Window(tour []uint32, colony int) []uint32 {
	if !m.Windowed() {
		return tour
	}
	return tour[colony*m.TourCities():][:m.TourCities()]
}

// Rotated returns the tour with another first city, which moves the borders of windows. It rotates by five eighths of a window, so eight
// rotations place the borders at every eighth.
func (m *Model) Rotated(tour []uint32) []uint32 {
	first := m.TourCities() * 5 / 8
	return slices.Concat(tour[first:], tour[:first])
}

// IsRearrangement reports whether a path visits the cities of a window in any order, with the same first and last city, and has the fixed
// edges between them.
func (m *Model) IsRearrangement(path, window []uint32) bool {
	last := len(window) - 1
	if len(path) != len(window) || path[0] != window[0] || path[last] != window[last] {
		return false
	}
	missing := make([]uint64, m.Cities/64+1)
	for _, city := range window {
		missing[city/64] |= 1 << (city % 64)
	}
	for _, city := range path {
		if int(city) >= m.Cities || missing[city/64]>>(city%64)&1 == 0 {
			return false
		}
		missing[city/64] &^= 1 << (city % 64)
	}
	return m.hasFixedEdges(path)
}
