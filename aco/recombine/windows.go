package recombine

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
)

// windows chooses disjoint windows of open cities. A window grows from a seed, in breadth-first
// order. Windows of a round may meet; a city then belongs to the window where it comes first,
// and of equals to the window of the first seed. So all windows can grow at the same time, and the
// result does not depend on which is faster.
type windows struct {
	graph     *unionGraph
	due       []bool   // by city: whether to start a window there
	dueMemory []uint32 // for dueCities
	next      uint32   // city where the search for seeds continues
	seeds     []uint32 // of the round
	size      int      // most cities of a window of the round
	grown     []uint32 // size per window: the cities reached from its seed
	counts    []int    // by window: the number of these cities
	claims    []uint64 // by city: the least claim of a window of the round, or unclaimed
}

const unclaimed = math.MaxUint64

// claim returns the claim of a window to its city of the given rank.
func claim(window, rank int) uint64 { return uint64(rank)<<40 | uint64(window) }

func newWindows(u *unionGraph) *windows {
	n := len(u.common)
	w := &windows{graph: u, due: make([]bool, n), dueMemory: make([]uint32, n), claims: make([]uint64, n)}
	ranges(n, func(from, to int) {
		for city := from; city < to; city++ {
			w.claims[city] = unclaimed
		}
	})
	return w
}

// start makes all open cities due.
func (w *windows) start() {
	w.next = 0
	ranges(len(w.due), func(from, to int) {
		for city := from; city < to; city++ {
			w.due[city] = w.graph.open(uint32(city))
		}
	})
}

// choose starts a round of windows of at most size cities. The seeds are due cities, half a window
// apart: a whole window took a third longer, and with a third of one uniform cities gained .51% in
// place of .57%. It returns the number of windows, at most the given number; none if at most
// ignored cities are due.
func (w *windows) choose(workers []*worker, size, most, ignored int) int {
	w.size, w.seeds = size, w.seeds[:0]
	due := w.dueCities()
	if len(due) <= ignored {
		return 0
	}
	apart := (size + 1) / 2
	first, _ := slices.BinarySearch(due, w.next)
	for i := 0; i < len(due) && len(w.seeds) < most; i += apart {
		w.seeds = append(w.seeds, due[(first+i)%len(due)])
	}
	w.next = w.seeds[len(w.seeds)-1] + 1
	if cities := size * len(w.seeds); cities > len(w.grown) {
		w.grown = make([]uint32, cities)
	}
	w.counts = append(w.counts[:0], make([]int, len(w.seeds))...)
	_ = eachWorker(context.Background(), workers, len(w.seeds), func(k *worker, i int) {
		cities := w.grow(&k.index, w.seeds[i])
		w.counts[i] = copy(w.grown[i*size:], cities)
		for rank, city := range cities {
			lower(&w.claims[city], claim(i, rank))
		}
	})
	return len(w.seeds)
}

// dueCities returns the due cities, ascending.
func (w *windows) dueCities() []uint32 {
	parts := make([][]uint32, rangesOf(len(w.due)))
	ranges(len(w.due), func(from, to int) {
		part := w.dueMemory[from:from:to]
		for city := from; city < to; city++ {
			if w.due[city] {
				part = append(part, uint32(city))
			}
		}
		parts[from/grain] = part
	})
	due := w.dueMemory[:0]
	for _, part := range parts {
		due = append(due, part...)
	}
	return due
}

// lower sets a value to the minimum of itself and another one.
func lower(value *uint64, other uint64) {
	for now := atomic.LoadUint64(value); other < now; now = atomic.LoadUint64(value) {
		if atomic.CompareAndSwapUint64(value, now, other) {
			return
		}
	}
}

// grow returns the open cities that are nearest to the seed by the number of edges of all tours,
// in breadth-first order.
func (w *windows) grow(x *windowIndex, seed uint32) []uint32 {
	x.reset(w.size)
	x.add(seed)
	for i := 0; i < len(x.cities) && len(x.cities) < w.size; i++ {
		city := x.cities[i]
		if end := w.graph.pathEnd[city]; end != outside {
			x.add(uint32(end))
		}
		for _, other := range w.graph.neighbours(city) {
			if len(x.cities) < w.size {
				x.add(other)
			}
		}
	}
	return x.cities
}

// appendCities appends the cities that belong to a window, in breadth-first order.
func (w *windows) appendCities(cities []uint32, i int) []uint32 {
	for rank, city := range w.reached(i) {
		if w.claims[city] == claim(i, rank) {
			cities = append(cities, city)
		}
	}
	return cities
}

// reached returns the cities that were reached from the seed of a window.
func (w *windows) reached(i int) []uint32 { return w.grown[i*w.size:][:w.counts[i]] }

// repeat makes the cities of a window due again.
func (w *windows) repeat(i int) {
	for _, city := range w.appendCities(nil, i) {
		w.due[city] = true
	}
}

// release ends a round.
func (w *windows) release() {
	each(len(w.seeds), func(_, i int) {
		for _, city := range w.reached(i) {
			atomic.StoreUint64(&w.claims[city], unclaimed) // other windows may have reached it too
		}
	})
}
