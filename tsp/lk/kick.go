package lk

// kickSize bounds the cities on each path of a kick.
const kickSize = 10

// kick reorders three consecutive paths of the tour, B C D to D C B: the double bridge of Martin,
// Otto and Felten, with short paths. It returns its gain, which is mostly negative.
func (s *Search) kick() (gain int64) {
	n := int32(len(s.tour))
	if n < 8 {
		return 0
	}
	most := min(int32(kickSize), (n-2)/3)
	p0 := s.draw(n)
	var end [4]int32 // positions of the last cities of A, B, C, D
	end[0] = p0
	for i := range 3 {
		end[i+1] = end[i] + 1 + s.draw(most)
	}
	at := func(p int32) int32 {
		if p >= n {
			p -= n
		}
		return s.tour[p]
	}
	var a, b [4]int32 // the edges
	for i, e := range end {
		a[i], b[i] = at(e), at(e+1)
		if s.isFixed(a[i], b[i]) {
			return 0
		}
	}
	start := p0 + 1
	if start == n {
		start = 0
	}
	old := s.undo.save(s.tour, start, end[3]-end[0])
	to := start
	for i := 2; i >= 0; i-- {
		for _, city := range old[end[i]-end[0] : end[i+1]-end[0]] {
			s.place(city, to)
			if to++; to == n {
				to = 0
			}
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
	}
	return gain
}
