package construct

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
)

// walk follows the links of a tour from city to city, on all processors. Some cities are stops,
// which cut the tour into stretches. A stretch is walked from one of its ends, or from both at the
// same time.
type walk struct {
	links     [][2]uint32 // by city: its neighbours, which differ
	apart     int         // the stops are the cities 0, apart, 2·apart, ...
	stretches []stretch   // by gate: the stretch that was walked from there
}

// A gate is a stop towards one of its neighbours: twice the number of the stop, plus the index of
// the neighbour.
type gate = int32

// stretch is the part of a tour between two stops.
type stretch struct {
	cities  []int32 // in the order of the walk, without the stops
	end     gate
	arrived atomic.Int32 // 1 + the gate where another walk began that arrived here; 0: there is none
}

// walkFrom returns the tour that has the links, from city 0 away from its first neighbour.
func walkFrom(links [][2]uint32) tsp.Tour {
	const least = 1 << 12 // cities for each stop: a stretch takes longer than a goroutine's switch
	return walkBetween(links, max(len(links)/(32*runtime.GOMAXPROCS(0)), least))
}

// walkBetween is walkFrom with stops whose numbers are this far apart.
func walkBetween(links [][2]uint32, apart int) tsp.Tour {
	stops := (len(links) + apart - 1) / apart
	w := &walk{links, apart, make([]stretch, 2*stops)}
	// a single stretch needs one walk
	_ = parallel.Each(context.Background(), min(runtime.GOMAXPROCS(0), stops), 2*stops, func(_, from int) {
		if w.stretches[from].arrived.Load() == 0 {
			w.follow(gate(from))
		}
	})
	gates, places := make([]gate, stops), make([]int, stops) // of each stretch of the tour
	at, place := gate(1), 0
	for i := range gates {
		gates[i], places[i] = at, place
		cities, end, _ := w.stretch(at)
		place += 1 + len(cities)
		at = end ^ 1
	}
	tour := make(tsp.Tour, len(links))
	_ = parallel.Each(context.Background(), runtime.GOMAXPROCS(0), stops, func(_, i int) {
		cities, _, backward := w.stretch(gates[i])
		to := tour[places[i]:][:1+len(cities)]
		to[0] = gates[i] / 2 * int32(apart)
		copy(to[1:], cities)
		if backward {
			slices.Reverse(to[1:])
		}
	})
	return tour
}

// follow walks from a gate to the next stop.
func (w *walk) follow(from gate) {
	s := &w.stretches[from]
	s.cities = make([]int32, 0, min(w.apart, len(w.links)))
	before := uint32(int(from/2) * w.apart)
	at := w.links[before][from%2]
	for int(at)%w.apart != 0 {
		s.cities = append(s.cities, int32(at))
		next := w.links[at][0]
		if next == before {
			next = w.links[at][1]
		}
		before, at = at, next
	}
	s.end = gate(int(at) / w.apart * 2)
	if w.links[at][0] != before {
		s.end++
	}
	w.stretches[s.end].arrived.Store(from + 1)
}

// stretch returns the cities of the stretch that begins at a gate, and the gate at its end. With
// backward the cities are in the opposite order.
func (w *walk) stretch(from gate) (cities []int32, end gate, backward bool) {
	s := &w.stretches[from]
	if other := s.arrived.Load(); other > 0 {
		return w.stretches[other-1].cities, other - 1, true
	}
	return s.cities, s.end, false
}

// closeTour closes the last fragment and returns it as a tour from city 0.
func closeTour(f *fragments.Set) tsp.Tour {
	parallel.Parts(len(f.Other), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city, other := range f.Other[from:to] {
			if other != fragments.Interior {
				f.Links[from+city][1] = other
			}
		}
	})
	return walkFrom(f.Links)
}
