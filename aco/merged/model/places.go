package model

// After returns the next place of a closed tour.
func (m *Model) After(place uint32) uint32 {
	if place+1 == uint32(m.Cities) {
		return 0
	}
	return place + 1
}

// before returns the previous place of a closed tour.
func (m *Model) before(place uint32) uint32 {
	if place == 0 {
		place = uint32(m.Cities)
	}
	return place - 1
}
