package tsp

import "math"

// search finds cities near a city of its tree.
type search struct {
	*rTree
	nearest smallest
	stack   []subtree // boxes to look at, the nearest last
}

// subtree is a box. Its key is at most that of each of its cities.
type subtree struct {
	key   uint64
	level int32
	at    int32 // the index of the box on its level
}

// find sets nearest to the keys of the width cities inside a window that are nearest to the city at a place, without that
// city and its partner. A tree without levels is searched city by city, whatever the window.
func (s *search) find(place int, window *window, partner uint32, width int) {
	s.nearest.clear(width)
	if s.levels == nil {
		s.scan(s.cities[place], partner)
		return
	}
	s.stack = append(s.stack[:0], subtree{level: int32(len(s.levels) - 1)})
	for len(s.stack) > 0 {
		next := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		switch {
		case next.key >= s.nearest.bound:
		case next.level == 0:
			s.offerLeaf(int(next.at)*leafCities, place, window, partner)
		default:
			s.expand(next, place, window)
		}
	}
}

func (s *search) scan(from, partner uint32) {
	if s.in.Metric == Pairs {
		s.scanPairs(from, partner)
		return
	}
	for _, to := range s.cities {
		if to != from && to != partner {
			s.nearest.offer(nearKey(s.in.Distance(int(from), int(to)), to))
		}
	}
}

// expand pushes the boxes in a box that may have cities to find, the nearest last.
func (s *search) expand(parent subtree, place int, window *window) {
	level, first, bottom := s.levels[parent.level-1], parent.at*fanout, len(s.stack)
	for i := first; i < min(first+fanout, int32(len(level))); i++ {
		child := &level[i]
		if !window.intersects(child) {
			continue
		}
		key := nearKey(s.atLeast(place, child), child.first)
		if key >= s.nearest.bound {
			continue
		}
		s.stack = append(s.stack, subtree{})
		at := len(s.stack) - 1
		for ; at > bottom && s.stack[at-1].key < key; at-- {
			s.stack[at] = s.stack[at-1]
		}
		s.stack[at] = subtree{key, parent.level - 1, i}
	}
}

// atLeast returns a lower bound of the distances from the city at a place to the cities in a box.
func (s *search) atLeast(place int, b *box) int64 {
	dx := max(b.minX-s.x[place], s.x[place]-b.maxX, 0)
	dy := max(b.minY-s.y[place], s.y[place]-b.maxY, 0)
	if s.z == nil {
		return s.in.Metric.distanceOfDeltas(dx, dy, 0)
	}
	return s.in.AtLeast(dx, dy, max(b.minZ-s.z[place], s.z[place]-b.maxZ, 0))
}

// offerLeaf offers the cities of a box of the lowest level.
func (s *search) offerLeaf(first, place int, window *window, partner uint32) {
	for other := first; other < min(first+leafCities, len(s.cities)); other++ {
		x, y, z, city := s.x[other], s.y[other], 0.0, s.cities[other]
		if s.z != nil {
			z = s.z[other]
		}
		if other == place || city == partner || !window.contains(x, y, z) {
			continue
		}
		if s.z != nil {
			z -= s.z[place]
		}
		key := nearKey(s.in.AtLeast(math.Abs(s.x[place]-x), math.Abs(s.y[place]-y), z), city)
		if s.in.Metric.OnGlobe() && key < s.nearest.bound {
			key = nearKey(s.globeDistance(place, other), city)
		}
		s.nearest.offer(key)
	}
}

// globeDistance returns the distance of the cities at two places on the globe.
func (s *search) globeDistance(place, other int) int64 {
	if s.in.Metric != Haversine {
		return s.in.Distance(int(s.cities[place]), int(s.cities[other]))
	}
	grid := s.in.Unit.globeGrid()
	a, b := grid.point(s.x[place], s.y[place], s.z[place]), grid.point(s.x[other], s.y[other], s.z[other])
	return grid.distance(&a, &b)
}

// nearKey returns a key that orders cities by distance, then by number. No valid instance has distances beyond 32 bits.
func nearKey(distance int64, city uint32) uint64 {
	return uint64(min(distance, math.MaxUint32))<<32 | uint64(city)
}
