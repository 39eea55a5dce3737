package lk

// undo is the log of the changes since the last accepted tour. Searches that reverse paths log spans alone.
type undo struct {
	spans  []span
	cities []int32
	links  []oldLink
}

// span is a range of positions that a move has overwritten. It may go over the end of the tour.
type span struct{ start, count int32 }

// oldLink is a link before a move.
type oldLink struct {
	city, slot int32
	old        link
}

func newUndo(n int, reverses bool) undo {
	if reverses {
		return undo{spans: make([]span, 0, 64)}
	}
	return undo{spans: make([]span, 0, 64), cities: make([]int32, 0, 4*n), links: make([]oldLink, 0, 256)}
}

func (u *undo) clear() { u.spans, u.cities, u.links = u.spans[:0], u.cities[:0], u.links[:0] }

// save logs the cities at a range of positions and returns them.
func (u *undo) save(tour []int32, start, count int32) []int32 {
	u.spans = append(u.spans, span{start, count})
	at := len(u.cities)
	end := min(int(start)+int(count), len(tour))
	u.cities = append(u.cities, tour[start:end]...)
	u.cities = append(u.cities, tour[:int(count)-(end-int(start))]...)
	return u.cities[at:]
}

// mark is a state of the log.
type mark struct{ spans, cities, links int }

func (u *undo) mark() mark { return mark{len(u.spans), len(u.cities), len(u.links)} }

// revertTo undoes the changes since a mark.
func (s *Search) revertTo(m mark) {
	u := &s.undo
	if s.reverses {
		for i := len(u.spans) - 1; i >= m.spans; i-- {
			s.reversePath(u.spans[i])
		}
		u.spans = u.spans[:m.spans]
		return
	}
	for i := len(u.links) - 1; i >= m.links; i-- {
		l := &u.links[i]
		s.links[l.city][l.slot] = l.old
	}
	end := len(u.cities)
	for i := len(u.spans) - 1; i >= m.spans; i-- {
		to := u.spans[i].start
		begin := end - int(u.spans[i].count)
		for _, city := range u.cities[begin:end] {
			to = s.placeBehind(city, to)
		}
		end = begin
	}
	u.spans, u.cities, u.links = u.spans[:m.spans], u.cities[:m.cities], u.links[:m.links]
}
