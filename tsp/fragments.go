package tsp

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// interior stands for the other end of a city that is not an end.
const interior = math.MaxUint32

// fragments are paths that together visit each city once. At first each city is a fragment; joining them leaves one.
type fragments struct {
	other []uint32    // by city: the other end of its fragment; itself if it is alone, interior if it is not an end
	links [][2]uint32 // by city: its neighbours in the fragment; an end has only the first, a city alone has none
	count int         // of fragments
}

func newFragments(n int) *fragments {
	f := &fragments{other: make([]uint32, n), links: make([][2]uint32, n), count: n}
	for i := range f.other {
		f.other[i] = uint32(i)
	}
	return f
}

// join joins two fragments by the edge from a to b. If these are not ends of different fragments it does nothing.
func (f *fragments) join(a, b uint32) {
	endA, endB := f.other[a], f.other[b]
	if a == b || endA == b || endA == interior || endB == interior {
		return
	}
	f.link(a, b)
	f.link(b, a)
	f.other[endA], f.other[endB] = endB, endA
	f.count--
}

// link adds a neighbour to an end.
func (f *fragments) link(from, to uint32) {
	if f.other[from] == from {
		f.links[from][0] = to
		return
	}
	f.links[from][1] = to
	f.other[from] = interior
}

// joinAll joins fragments by edges in the order of their lengths, then of their smaller cities, then of their larger cities.
// A key has the length and, in the low 32 bits, the smaller city; its value is the larger city.
func (f *fragments) joinAll(edges parallel.Pairs) {
	edges = edges.Sorted()
	for i := 0; i < len(edges.Keys); {
		key, first := edges.Keys[i], i
		for i < len(edges.Keys) && edges.Keys[i] == key {
			i++
		}
		same := edges.Values[first:i]
		slices.Sort(same)
		for _, larger := range same {
			f.join(uint32(key), larger)
		}
	}
}

// tour closes the last fragment and returns it as a tour from city 0.
func (f *fragments) tour() Tour {
	for city, other := range f.other {
		if other != interior {
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
