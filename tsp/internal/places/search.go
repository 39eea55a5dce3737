package places

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

// Search finds cities near a city of its tree.
type Search struct {
	*Tree
	Nearest smallest
	stack   []subtree // boxes to look at, the nearest last
}

// subtree is a box. Its key is at most the key of each of its cities.
type subtree struct {
	key   uint64
	level int32
	at    int32 // the index of the box on its level
}

// Find sets nearest to the keys of the width cities inside a window that are nearest to the city
// at a place, without that city and its partner. A tree without levels is searched city by city,
// whatever the window.
func (s *Search) Find(place int, window *Window, partner uint32, width int) {
	s.Nearest.Clear(width)
	if s.Levels == nil {
		s.scan(s.Cities[place], partner)
		return
	}
	s.stack = append(s.stack[:0], subtree{level: int32(len(s.Levels) - 1)})
	for len(s.stack) > 0 {
		next := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		switch {
		case next.key >= s.Nearest.Bound:
		case next.level == 0:
			s.offerLeaf(int(next.at)*leafCities, place, window, partner)
		default:
			s.expand(next, place, window)
		}
	}
}

func (s *Search) scan(from, partner uint32) {
	if s.Instance.Metric == tsp.Pairs {
		s.scanPairs(from, partner)
		return
	}
	row := s.Instance.Weights[int(from)*s.Instance.Dimension():]
	for _, to := range s.Cities {
		if to != from && to != partner {
			s.Nearest.offer(Key(int64(row[to]), to))
		}
	}
}

// expand pushes the boxes in a box that may have cities to find, the nearest last.
func (s *Search) expand(parent subtree, place int, window *Window) {
	level, first, bottom := s.Levels[parent.level-1], parent.at*fanout, len(s.stack)
	for i := first; i < min(first+fanout, int32(len(level))); i++ {
		child := &level[i]
		if !window.intersects(child) {
			continue
		}
		key := Key(s.atLeast(place, child), child.first)
		if key >= s.Nearest.Bound {
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
func (s *Search) atLeast(place int, b *box) int64 {
	dx := max(b.minX-s.x[place], s.x[place]-b.maxX, 0)
	dy := max(b.minY-s.y[place], s.y[place]-b.maxY, 0)
	if s.z == nil {
		return s.lowerBound(dx, dy, 0)
	}
	return s.lowerBound(dx, dy, max(b.minZ-s.z[place], s.z[place]-b.maxZ, 0))
}

// offerLeaf offers the cities of a box of the lowest level.
func (s *Search) offerLeaf(first, place int, window *Window, partner uint32) {
	for other := first; other < min(first+leafCities, len(s.Cities)); other++ {
		x, y, z, city := s.x[other], s.y[other], 0.0, s.Cities[other]
		if s.z != nil {
			z = s.z[other]
		}
		if other == place || city == partner || !window.Contains(x, y, z) {
			continue
		}
		if s.z != nil {
			z = math.Abs(s.z[place] - z)
		}
		key := Key(s.lowerBound(math.Abs(s.x[place]-x), math.Abs(s.y[place]-y), z), city)
		if s.globe && key < s.Nearest.Bound {
			key = Key(s.globeDistance(place, other), city)
		}
		s.Nearest.offer(key)
	}
}

// globeDistance returns the distance of the cities at two places on the globe.
func (s *Search) globeDistance(place, other int) int64 {
	if s.Instance.Metric != tsp.Haversine {
		return s.Instance.Distance(int(s.Cities[place]), int(s.Cities[other]))
	}
	grid := globe.NewGrid(s.Instance.Unit.Decimals)
	a, b := grid.Point(s.x[place], s.y[place], s.z[place]), grid.Point(s.x[other], s.y[other], s.z[other])
	return grid.Distance(&a, &b)
}

// Key returns a key that orders cities by distance, then by number. No valid instance has
// distances beyond 32 bits.
func Key(distance int64, city uint32) uint64 {
	return uint64(min(distance, math.MaxUint32))<<32 | uint64(city)
}

// scanPairs offers the nodes of the other kind, except for the other node of the pair.
func (s *Search) scanPairs(from, partner uint32) {
	rows := s.Instance.Dimension() / 2
	first, step := int(from/2)*rows, 1 // of a node at which the tour leaves a city: its row
	if from&1 == 1 {
		first, step = int(from/2), rows // its column
	}
	for _, to := range s.Cities {
		if (from^to)&1 == 1 && from^to != 1 && to != partner {
			s.Nearest.offer(Key(int64(s.Instance.Weights[first+int(to/2)*step]), to))
		}
	}
}

// smallest keeps the width smallest of the keys offered, in ascending order.
type smallest struct {
	Keys  []uint64
	width int
	Bound uint64 // keys of at least this size are not among them
}

func (s *smallest) Clear(width int) {
	s.Keys, s.width, s.Bound = slices.Grow(s.Keys[:0], width), width, math.MaxUint64
}

func (s *smallest) offer(key uint64) {
	if key >= s.Bound {
		return
	}
	if len(s.Keys) < s.width {
		s.Keys = append(s.Keys, key)
	}
	at := len(s.Keys) - 1
	for ; at > 0 && s.Keys[at-1] > key; at-- {
		s.Keys[at] = s.Keys[at-1]
	}
	s.Keys[at] = key
	if len(s.Keys) == s.width {
		s.Bound = s.Keys[s.width-1]
	}
}
