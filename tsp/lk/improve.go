package lk

// Improve makes moves at up to a number of cities that are due, and reports whether none is left:
// then the tour is locally optimal. Run does the same for all cities, which takes seconds for long
// tours.
func (s *Search) Improve(cities int) (optimal bool) {
	for range cities {
		city, ok := s.queue.pop()
		if !ok {
			return true
		}
		if gain := s.improveCity(city); gain > 0 {
			s.length -= gain
			s.undo.clear()
		}
	}
	return s.queue.from == s.queue.to
}
