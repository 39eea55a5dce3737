package model

import (
	"runtime"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// renumber returns the instance with its cities in another order. A matrix keeps its order.
func renumber(in *tsp.Instance, order tsp.Tour) *tsp.Instance {
	if in.Weights != nil {
		return in
	}
	renumbered := in.Part(order)
	renumbered.Fixed = renumberFixed(in.Fixed, order)
	return renumbered
}

// renumberFixed returns fixed edges between cities in another order.
func renumberFixed(edges []tsp.Edge, order tsp.Tour) []tsp.Edge {
	if len(edges) == 0 {
		return nil
	}
	numbers := make([]int32, len(order))
	for city, from := range order {
		numbers[from] = int32(city)
	}
	own := make([]tsp.Edge, len(edges))
	for i, e := range edges {
		own[i] = tsp.Edge{numbers[e[0]], numbers[e[1]]}
	}
	return own
}

// FromCaller converts a tour from the caller's numbers to the model's.
func (m *Model) FromCaller(tour tsp.Tour) []uint32 {
	numbers, own := make([]uint32, m.Cities), make([]uint32, len(tour))
	parallel.Parts(m.Cities, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city := from; city < to; city++ {
			numbers[m.Order[city]] = uint32(city)
		}
	})
	parallel.Parts(len(tour), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for position := from; position < to; position++ {
			own[position] = numbers[tour[position]]
		}
	})
	return own
}

// ToCaller converts a tour from the numbers of the model to the caller's. Each city must be below
// Cities.
func (m *Model) ToCaller(tour []uint32) tsp.Tour {
	callers := make(tsp.Tour, len(tour))
	parallel.Parts(len(tour), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for position := from; position < to; position++ {
			callers[position] = m.Order[tour[position]]
		}
	})
	return callers
}

// LengthOf returns the length of a closed tour of all cities or of some.
func (m *Model) LengthOf(tour []uint32) uint64 {
	return sumOf(len(tour), func(position int) uint64 {
		before := position - 1
		if position == 0 {
			before = len(tour) - 1
		}
		return uint64(m.Distance(tour[before], tour[position]))
	})
}

// sumOf returns the sum of the values of 0 to n-1. It uses all processors.
func sumOf(n int, value func(i int) uint64) uint64 {
	var sum atomic.Uint64
	parallel.Parts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		own := uint64(0)
		for i := from; i < to; i++ {
			own += value(i)
		}
		sum.Add(own)
	})
	return sum.Load()
}

// IsTour reports whether tour visits every city once and has the fixed edges.
func (m *Model) IsTour(tour []uint32) bool {
	if len(tour) != m.Cities {
		return false
	}
	seen := make([]uint64, m.Cities/64+1)
	for _, city := range tour {
		if int(city) >= m.Cities || seen[city/64]>>(city%64)&1 != 0 {
			return false
		}
		seen[city/64] |= 1 << (city % 64)
	}
	return m.Fixed.InTour(tour)
}
