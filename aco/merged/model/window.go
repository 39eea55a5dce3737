package model

import "slices"

// TourCities returns the cities of a colony's tour: all of them, or those of its window. Windows are of one size, and the few places that
// are left over at the end of the tour are in none.
func (m *Model) TourCities() int { return m.Cities / max(1, m.Windows) }

// Windowed says whether colonies work on windows of one tour.
func (m *Model) Windowed() bool { return m.Windows > 1 }

// Window returns the part of a tour that a colony works on, by its number among those of the run: all of it where there are no windows.
func (m *Model) Window(tour []uint32, colony int) []uint32 {
	if !m.Windowed() {
		return tour
	}
	return tour[colony*m.TourCities():][:m.TourCities()]
}

// Rotated returns a tour that begins at another of its places, so that the borders of windows lie elsewhere: by five eighths of a
// window, so that eight such shifts have had them at every eighth.
func (m *Model) Rotated(tour []uint32) []uint32 {
	first := m.TourCities() * 5 / 8
	return slices.Concat(tour[first:], tour[:first])
}

// IsRearrangement says whether a path visits the cities of a window, in any order between the two at its ends, which stay.
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
	return true
}
