package tsp

import "math"

// search looks for cities near to one of its boxes' cities.
type search struct {
	*boxes
	nearest smallest
	ahead   []subtree // those of boxes not opened yet, the most promising last
}

// subtree is a box by its level and its place there. No city in it has a key below its own.
type subtree struct {
	key   uint64
	level int32
	at    int32
}

// everywhere is a window onto the whole plane.
var everywhere = box{minX: math.Inf(-1), maxX: math.Inf(1), minY: math.Inf(-1), maxY: math.Inf(1)}

// run leaves in nearest the keys of so many cities, by distance and then number, that are nearest to the city at a place and lie
// inside a window. That city and a partner are none of them. Where there are no boxes it looks at all cities, and at no window.
func (s *search) run(place int, window *box, partner uint32, width int) {
	s.nearest.clear(width)
	if s.levels == nil {
		s.scan(s.cities[place], partner)
		return
	}
	s.ahead = append(s.ahead[:0], subtree{level: int32(len(s.levels) - 1)})
	for len(s.ahead) > 0 {
		next := s.ahead[len(s.ahead)-1]
		s.ahead = s.ahead[:len(s.ahead)-1]
		switch {
		case next.key >= s.nearest.bound:
		case next.level == 0:
			s.offer(int(next.at)*boxCities, place, window, partner)
		default:
			s.open(next, place, window)
		}
	}
}

func (s *search) scan(from, partner uint32) {
	for _, to := range s.cities {
		if to != from && to != partner {
			s.nearest.offer(nearKey(s.in.Distance(int(from), int(to)), to))
		}
	}
}

// open puts the boxes in a box ahead that may have cities to find.
func (s *search) open(parent subtree, place int, window *box) {
	level, first, bottom := s.levels[parent.level-1], parent.at*boxChildren, len(s.ahead)
	for i := first; i < min(first+boxChildren, int32(len(level))); i++ {
		child := &level[i]
		if !child.meets(window) {
			continue
		}
		dx := max(child.minX-s.x[place], s.x[place]-child.maxX, 0)
		dy := max(child.minY-s.y[place], s.y[place]-child.maxY, 0)
		key := nearKey(s.in.Metric.straight(dx, dy, 0), child.first)
		if key >= s.nearest.bound {
			continue
		}
		s.ahead = append(s.ahead, subtree{})
		at := len(s.ahead) - 1
		for ; at > bottom && s.ahead[at-1].key < key; at-- {
			s.ahead[at] = s.ahead[at-1]
		}
		s.ahead[at] = subtree{key, parent.level - 1, i}
	}
}

// offer offers the cities of a box of the lowest level.
func (s *search) offer(first, place int, window *box, partner uint32) {
	for other := first; other < min(first+boxCities, len(s.cities)); other++ {
		x, y, city := s.x[other], s.y[other], s.cities[other]
		if other == place || city == partner || !window.has(x, y) {
			continue
		}
		dz := 0.0
		if s.z != nil {
			dz = s.z[place] - s.z[other]
		}
		s.nearest.offer(nearKey(s.in.Metric.straight(math.Abs(s.x[place]-x), math.Abs(s.y[place]-y), dz), city))
	}
}

// nearKey orders cities by distance and then number. Distances beyond 32 bits, which no valid instance has, count as the largest.
func nearKey(distance int64, city uint32) uint64 {
	return uint64(min(distance, math.MaxUint32))<<32 | uint64(city)
}
