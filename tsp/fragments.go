package tsp

import (
	"math"
	"slices"
)

// inner stands for no city.
const inner = math.MaxUint32

// fragments are paths that together visit each city once, and grow together into one. At first each city is one of its own.
type fragments struct {
	other []uint32    // by city: the other end of the fragment that it is an end of, itself where it is alone, inner where it is no end
	links [][2]uint32 // by city: those before and after it; an end has one, the first, and a city alone none
	count int
}

func newFragments(n int) *fragments {
	f := &fragments{other: make([]uint32, n), links: make([][2]uint32, n), count: n}
	for i := range f.other {
		f.other[i] = uint32(i)
	}
	return f
}

// join makes one of two fragments where a is an end of one and b of the other; any other two cities stay as they are.
func (f *fragments) join(a, b uint32) {
	endA, endB := f.other[a], f.other[b]
	if a == b || endA == b || endA == inner || endB == inner {
		return
	}
	f.link(a, b)
	f.link(b, a)
	f.other[endA], f.other[endB] = endB, endA
	f.count--
}

// link notes the way from an end, which is none afterwards unless it was alone.
func (f *fragments) link(from, to uint32) {
	if f.other[from] == from {
		f.links[from][0] = to
		return
	}
	f.links[from][1] = to
	f.other[from] = inner
}

// joinAll joins along edges, the shortest first, of equally long ones the one with the smaller smaller city, then the smaller larger
// one. A key is a length and, behind it, the smaller city; its value is the larger one.
func (f *fragments) joinAll(edges pairs) {
	edges = edges.sorted()
	for i := 0; i < len(edges.keys); {
		key, first := edges.keys[i], i
		for i < len(edges.keys) && edges.keys[i] == key {
			i++
		}
		same := edges.values[first:i]
		slices.Sort(same)
		for _, larger := range same {
			f.join(uint32(key), larger)
		}
	}
}

// tour closes the last fragment and returns it, from city 0 on.
func (f *fragments) tour() Tour {
	for city, other := range f.other {
		if other != inner {
			f.links[city][1] = other
		}
	}
	tour := make(Tour, 0, len(f.links))
	from, at := f.links[0][0], uint32(0)
	for range f.links {
		tour = append(tour, int32(at))
		next := f.links[at]
		if next[0] == from {
			from, at = at, next[1]
		} else {
			from, at = at, next[0]
		}
	}
	return tour
}
