package lk

// kickSize bounds the cities on each path of a kick. The moves undo a shorter kick mostly, and
// take too long after a longer one.
const kickSize = 100

// kick reorders three consecutive paths of the tour, B C D to D C B: the double bridge of Martin,
// Otto and Felten, with short paths. It returns its gain, which is mostly negative.
func (s *Search) kick() (gain int64) {
	if s.reverses {
		return s.swap()
	}
	n := int32(len(s.tour))
	if n < 8 {
		return 0
	}
	most := min(int32(kickSize), (n-4)/3)
	var end [4]int32 // positions of the last cities of A, B, C, D
	end[0] = s.unfixed(s.draw(n))
	for i := range 3 {
		end[i+1] = s.unfixed(end[i] + 1 + s.draw(most))
	}
	return s.bridge(&end)
}

// unfixed returns the position, or the next one if the edge behind the position is fixed. Of node
// pairs every second edge is.
func (s *Search) unfixed(at int32) int32 {
	if s.isFixed(s.at(at), s.at(at+1)) {
		at++
	}
	return at
}

// at returns the city at a position up to twice the number of cities.
func (s *Search) at(position int32) int32 {
	if n := int32(len(s.tour)); position >= n {
		position -= n
	}
	return s.tour[position]
}

// bridge makes the double bridge whose paths end at these positions, the first of them before the
// first path. It returns its gain, and makes none that would remove a fixed edge.
func (s *Search) bridge(end *[4]int32) (gain int64) {
	n := int32(len(s.tour))
	var a, b [4]int32 // the edges
	for i, e := range end {
		a[i], b[i] = s.at(e), s.at(e+1)
		if s.isFixed(a[i], b[i]) {
			return 0
		}
	}
	start := end[0] + 1
	if start >= n {
		start -= n
	}
	old := s.undo.save(s.tour, start, end[3]-end[0])
	to := start
	for i := 2; i >= 0; i-- {
		for _, city := range old[end[i]-end[0] : end[i+1]-end[0]] {
			to = s.placeBehind(city, to)
		}
	}
	// a0-b0, a1-b1, a2-b2, a3-b3 become a0-b2, a3-b1, a2-b0, a1-b3.
	var slotA, slotB [4]int
	for i := range 4 {
		gain += int64(s.distance(a[i], b[i]))
		if s.links[a[i]][0].city != b[i] {
			slotA[i] = 1
		}
		if s.links[b[i]][0].city != a[i] {
			slotB[i] = 1
		}
	}
	for i, j := range [4]int{2, 3, 0, 1} {
		gain -= int64(s.distance(a[i], b[j]))
		s.join(a[i], slotA[i], b[j], slotB[j])
		s.queue.push(a[i])
		s.queue.push(b[j])
	}
	return gain
}
