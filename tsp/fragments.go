package tsp

import (
	"math"
	"runtime"

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
	parallel.Parts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			f.other[i] = uint32(i)
		}
	})
	return f
}

// join joins two fragments by the edge from a to b. If these are not ends of different fragments it does nothing.
func (f *fragments) join(a, b uint32) {
	if f.open(a, b) {
		f.connect(a, b)
		f.count--
	}
}

// open reports whether two cities are ends of different fragments.
func (f *fragments) open(a, b uint32) bool {
	endA, endB := f.other[a], f.other[b]
	return a != b && endA != b && endA != interior && endB != interior
}

// connect adds the edge between ends of different fragments. It does not change count.
func (f *fragments) connect(a, b uint32) {
	endA, endB := f.other[a], f.other[b]
	f.link(a, b)
	f.link(b, a)
	f.other[endA], f.other[endB] = endB, endA
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

// tour closes the last fragment and returns it as a tour from city 0.
func (f *fragments) tour() Tour {
	parallel.Parts(len(f.other), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city, other := range f.other[from:to] {
			if other != interior {
				f.links[from+city][1] = other
			}
		}
	})
	return walkFrom(f.links)
}
