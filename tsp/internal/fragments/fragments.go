package fragments

import (
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Interior stands for the other end of a city that is not an end.
const Interior = math.MaxUint32

// Set are paths that together visit each city once. At first each city is a fragment; joining them
// leaves one.
type Set struct {
	Other []uint32    // by city: the other end of its fragment; itself if it is alone, interior if it is not an end
	Links [][2]uint32 // by city: its neighbours in the fragment; an end has only the first, a city alone has none
	Count int         // of fragments
}

func New(n int) *Set {
	f := &Set{Other: make([]uint32, n), Links: make([][2]uint32, n), Count: n}
	parallel.All(n, func(i int) { f.Other[i] = uint32(i) })
	return f
}

// Join joins two fragments by the edge from a to b. If these are not ends of different fragments
// it does nothing.
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

// Fixed are the paths of fixed edges, to which more are added.
type Fixed struct {
	*Set
	// CityText describes a city, counted from 0, in reasons.
	CityText      func(city int32) string
	first         int // the number of city 0 in reasons
	directed      bool
	left, entered map[int32]bool // with directed: the cities that a fixed edge leaves, and those that it enters
}

// NewFixed returns the paths of n cities before any edge is fixed. first is the number of city 0 in
// reasons. With directed an edge leads from its first city to its second.
func NewFixed(n, first int, directed bool) *Fixed {
	cityText := func(city int32) string { return fmt.Sprintf("city %d", int(city)+first) }
	return &Fixed{New(n), cityText, first, directed, map[int32]bool{}, map[int32]bool{}}
}

// Add adds an edge. It returns why no tour has this edge and those before it, or "".
func (f *Fixed) Add(e [2]int32) string {
	if reason := f.fix(e); reason != "" || !f.directed {
		return reason
	}
	switch {
	case f.left[e[0]]:
		return fmt.Sprintf("another fixed edge leaves %s already", f.CityText(e[0]))
	case f.entered[e[1]]:
		return fmt.Sprintf("another fixed edge enters %s already", f.CityText(e[1]))
	}
	f.left[e[0]], f.entered[e[1]] = true, true
	return ""
}

// CanEnter reports whether a tour can enter a fragment at a city. It leaves at the other end.
func (f *Fixed) CanEnter(city int32) bool { return f.Other[city] != Interior && !f.entered[city] }

// AddAll adds edges. If no tour has an edge and those before it, it returns the number of the edge
// and the reason, as add does.
func AddAll[E ~[2]int32](f *Fixed, edges []E) (i int, reason string) {
	for i, e := range edges {
		if reason := f.Add(e); reason != "" {
			return i, reason
		}
	}
	return 0, ""
}

// fix joins fragments by a fixed edge. It returns why no tour has this edge and those before it,
// or "".
func (f *Fixed) fix(e [2]int32) string {
	for _, city := range e {
		if city < 0 || int(city) >= len(f.Other) {
			return fmt.Sprintf("city %d is outside %d..%d", int(city)+f.first, f.first, len(f.Other)-1+f.first)
		}
	}
	a, b := uint32(e[0]), uint32(e[1])
	switch {
	case a == b:
		return "an edge has two different ends"
	case f.Linked(a, b):
		return "the edge is given twice"
	case f.Other[a] == Interior:
		return f.CityText(e[0]) + " has two fixed edges already; a tour has two edges at each city"
	case f.Other[b] == Interior:
		return f.CityText(e[1]) + " has two fixed edges already; a tour has two edges at each city"
	case f.Other[a] != b:
		f.Join(a, b)
	case f.Count > 1:
		return "the fixed edges close a cycle that does not visit all cities"
	default: // the whole tour is fixed
		f.Links[a][1], f.Links[b][1] = b, a
		f.Other[a], f.Other[b] = Interior, Interior
	}
	return ""
}
