package recombine

import "slices"

// windowQueue chooses windows until there has been one around each open city since the last change near it.
type windowQueue struct {
	due     []bool   // by open city: whether a window around it may improve the tour
	cursors []int    // by section of the open cities: where the search for the next due city starts
	window  []uint32 // by open city: the number of the last window with it
	last    uint32   // number of the last window
}

func newWindowQueue(cities, sections int) *windowQueue {
	w := &windowQueue{due: slices.Repeat([]bool{true}, cities), window: make([]uint32, cities)}
	for s := range sections {
		w.cursors = append(w.cursors, s*cities/sections)
	}
	return w
}

// next returns disjoint windows of at most size cities, at most one per section; none if no city is due. The inner third of the cities of
// a window is no longer due.
func (w *windowQueue) next(r *reducedTour, size int) (chosen [][]uint32) {
	first := w.last + 1
	for s := range w.cursors {
		if !w.nextDue(s) {
			continue
		}
		cities := w.windowAround(r, uint32(w.cursors[s]), size, first)
		for _, city := range cities[:(len(cities)+2)/3] {
			w.due[city] = false
		}
		if len(cities) > 0 {
			chosen = append(chosen, cities)
		}
	}
	return chosen
}

// nextDue moves the cursor of a section to its next due city and reports whether there is one.
func (w *windowQueue) nextDue(section int) bool {
	from, to := section*len(w.due)/len(w.cursors), (section+1)*len(w.due)/len(w.cursors)
	for range to - from {
		if w.due[w.cursors[section]] {
			return true
		}
		if w.cursors[section]++; w.cursors[section] == to {
			w.cursors[section] = from
		}
	}
	return false
}

// windowAround returns the open cities that are nearest to seed by the number of edges of all tours, in breadth-first order. It returns
// none if one of them is in a window of the same round, whose numbers begin with first.
func (w *windowQueue) windowAround(r *reducedTour, seed uint32, size int, first uint32) []uint32 {
	w.last++
	cities, taken := make([]uint32, 0, size), false
	add := func(city uint32) {
		switch {
		case len(cities) == size || w.window[city] == w.last:
		case w.window[city] >= first:
			taken = true
		default:
			w.window[city] = w.last
			cities = append(cities, city)
		}
	}
	add(seed)
	for i := 0; i < len(cities); i++ {
		city := cities[i]
		for _, other := range r.edges[city] {
			add(other)
		}
		if place := r.position[city]; r.common[place] {
			add(r.order[r.next(place)])
		} else if before := r.previous(place); r.common[before] {
			add(r.order[before])
		}
	}
	if taken {
		for _, city := range cities {
			w.window[city] = 0
		}
		return nil
	}
	return cities
}
