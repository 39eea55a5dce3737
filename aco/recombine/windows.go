package recombine

import "slices"

// windows chooses the cities of windows, until there was one around each open city behind the last change near it.
type windows struct {
	due     []bool   // by open city, whether a window around it may bring a gain
	cursors []int    // by section of the open cities, the one from which on the next that is due is looked for
	in      []uint32 // by open city, the number of the last window that it was in
	last    uint32   // number of a window
}

func newWindows(cities, sections int) *windows {
	w := &windows{due: slices.Repeat([]bool{true}, cities), in: make([]uint32, cities)}
	for s := range sections {
		w.cursors = append(w.cursors, s*cities/sections)
	}
	return w
}

// next returns windows of so many cities, at most one a section, that have no city in common; none when none is due. What lies in the middle of
// one is no longer due.
func (w *windows) next(r *ring, size int) (chosen [][]uint32) {
	first := w.last + 1
	for s := range w.cursors {
		if !w.seek(s) {
			continue
		}
		cities := w.around(r, uint32(w.cursors[s]), size, first)
		for _, city := range cities[:(len(cities)+2)/3] {
			w.due[city] = false
		}
		if len(cities) > 0 {
			chosen = append(chosen, cities)
		}
	}
	return chosen
}

// seek sets a section's cursor to its next city that is due, and returns whether there is one.
func (w *windows) seek(section int) bool {
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

// around returns the cities of a window, the nearest to one by the number of links of all tours between them; none where
// one of them is in a window from the first on.
func (w *windows) around(r *ring, seed uint32, size int, first uint32) []uint32 {
	w.last++
	cities, taken := make([]uint32, 0, size), false
	add := func(city uint32) {
		switch {
		case len(cities) == size || w.in[city] == w.last:
		case w.in[city] >= first:
			taken = true
		default:
			w.in[city] = w.last
			cities = append(cities, city)
		}
	}
	add(seed)
	for i := 0; i < len(cities); i++ {
		city := cities[i]
		for _, other := range r.edges[city] {
			add(other)
		}
		if place := r.at[city]; r.common[place] {
			add(r.order[r.next(place)])
		} else if before := r.previous(place); r.common[before] {
			add(r.order[before])
		}
	}
	if taken {
		for _, city := range cities {
			w.in[city] = 0
		}
		return nil
	}
	return cities
}
