package chained

import (
	"cmp"
	"math"
	"slices"
)

// join makes one tour of the cycles of a way: each cycle but the largest, the shortest first, is
// joined to another one by the best exchange of two edges. It reports whether that is possible.
func (p *population) join(w *way) bool {
	cycle, first := w.cycles()
	size := make([]int, len(first))
	for _, c := range cycle {
		size[c]++
	}
	order := make([]int32, len(first))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(size[a], size[b]) })
	for _, c := range order[:len(order)-1] {
		e, found := p.bestExchange(w, cycle, first[c])
		if !found {
			return false
		}
		w.walk(first[c], func(city int32) bool { cycle[city] = cycle[e.other]; return true })
		w.replace(e.city, e.next, e.other)
		w.replace(e.next, e.city, e.otherNext)
		w.replace(e.other, e.otherNext, e.city)
		w.replace(e.otherNext, e.other, e.next)
	}
	return true
}

// cycles returns, by city, the number of its cycle, and a city of each cycle.
func (w *way) cycles() (cycle, first []int32) {
	cycle = make([]int32, len(w.near))
	for city := range cycle {
		cycle[city] = -1
	}
	for city := range cycle {
		if cycle[city] < 0 {
			number := int32(len(first))
			first = append(first, int32(city))
			w.walk(int32(city), func(city int32) bool { cycle[city] = number; return true })
		}
	}
	return cycle, first
}

// walk visits the cities of a cycle from a city on, until visit returns false.
func (w *way) walk(first int32, visit func(city int32) bool) {
	for city, before := first, w.near[first][0]; visit(city); {
		before, city = city, w.next(city, before)
		if city == first {
			return
		}
	}
}

// next returns the neighbour of a city that is not the one before it.
func (w *way) next(city, before int32) int32 {
	if w.near[city][1] == before {
		return w.near[city][0]
	}
	return w.near[city][1]
}

// replace replaces a neighbour of a city.
func (w *way) replace(city, from, to int32) {
	if w.near[city][0] == from {
		w.near[city][0] = to
	} else {
		w.near[city][1] = to
	}
}

// exchange replaces the edges from city to next and from other to otherNext by edges from city to
// other and from next to otherNext.
type exchange struct{ city, next, other, otherNext int32 }

// maxJoinCities bounds the cities of a cycle where an exchange is searched: two large cycles
// have cities near each other in many places.
const maxJoinCities = 1000

// bestExchange returns the exchange that joins the cycle of a city to another one and makes it the
// least longer.
func (p *population) bestExchange(w *way, cycle []int32, first int32) (best exchange, found bool) {
	least, left := int64(math.MaxInt64), maxJoinCities
	d := func(a, b int32) int64 { return p.model.Distance(uint32(a), uint32(b)) }
	w.walk(first, func(city int32) bool {
		for _, near := range p.model.Candidates[int(city)*p.model.Width:][:p.model.Width] {
			other := int32(near)
			if cycle[other] == cycle[city] {
				continue
			}
			for _, next := range w.near[city] {
				for _, otherNext := range w.near[other] {
					longer := d(city, other) + d(next, otherNext) - d(city, next) - d(other, otherNext)
					if longer < least && !p.isFixed(city, next) && !p.isFixed(other, otherNext) {
						least, best = longer, exchange{city, next, other, otherNext}
					}
				}
			}
		}
		left--
		return left > 0 || least == math.MaxInt64
	})
	return best, least < math.MaxInt64
}

func (p *population) isFixed(a, b int32) bool { return p.model.Fixed.Has(uint32(a), uint32(b)) }
