package fragments

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Interior stands for the other end of a city that is not an end.
const Interior = math.MaxUint32

// Set are paths that together visit each city once. At first each city is a fragment; joining them leaves one.
type Set struct {
	Other []uint32    // by city: the other end of its fragment; itself if it is alone, interior if it is not an end
	Links [][2]uint32 // by city: its neighbours in the fragment; an end has only the first, a city alone has none
	Count int         // of fragments
}

func New(n int) *Set {
	f := &Set{Other: make([]uint32, n), Links: make([][2]uint32, n), Count: n}
	parallel.Parts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			f.Other[i] = uint32(i)
		}
	})
	return f
}

// Join joins two fragments by the edge from a to b. If these are not ends of different fragments it does nothing.
func (f *Set) Join(a, b uint32) {
	if f.Open(a, b) {
		f.Connect(a, b)
		f.Count--
	}
}

// Open reports whether two cities are ends of different fragments.
func (f *Set) Open(a, b uint32) bool {
	endA, endB := f.Other[a], f.Other[b]
	return a != b && endA != b && endA != Interior && endB != Interior
}

// Connect adds the edge between ends of different fragments. It does not change count.
func (f *Set) Connect(a, b uint32) {
	endA, endB := f.Other[a], f.Other[b]
	f.link(a, b)
	f.link(b, a)
	f.Other[endA], f.Other[endB] = endB, endA
}

// link adds a neighbour to an end.
func (f *Set) link(from, to uint32) {
	if f.Other[from] == from {
		f.Links[from][0] = to
		return
	}
	f.Links[from][1] = to
	f.Other[from] = Interior
}

// Linked reports whether an edge joins two cities.
func (f *Set) Linked(a, b uint32) bool {
	return f.Other[a] != a && f.Links[a][0] == b || f.Other[a] == Interior && f.Links[a][1] == b
}
