package recombine

// improvement replaces the edges of the tour between the cities of a window.
type improvement struct {
	cities []uint32
	links  [][2]uint32 // all edges between these cities afterwards
	gain   int64       // by which the tour gets shorter; 0: none was found
}

// worker searches for improvements, one window at a time. It reuses its memory.
type worker struct {
	nodeOf []int32 // by open city: its node in the window, or outside
	solver solver
}

// find returns the best improvement of a window.
func (w *worker) find(r *reducedTour, cities []uint32, states int) improvement {
	found := improvement{cities: cities}
	p := r.paths(cities)
	if p == nil {
		return found
	}
	w.mark(cities)
	window := r.subproblem(p, w.nodeOf)
	w.unmark(cities)
	taken, gain := w.solver.solve(window, states)
	for i, e := range window.edges {
		if gain > 0 && taken[i] {
			found.links = append(found.links, [2]uint32{p.cities[e.nodes[0]], p.cities[e.nodes[1]]})
		}
	}
	found.gain = gain
	return found
}

// apply returns the tour after an improvement. It returns nil if the tour has changed elsewhere since the improvement was found, so that
// the result would be several cycles.
func (w *worker) apply(r *reducedTour, x improvement) *reducedTour {
	p := r.paths(x.cities)
	w.mark(x.cities)
	links := make([][]int32, len(x.cities))
	for _, link := range x.links {
		a, b := w.nodeOf[link[0]], w.nodeOf[link[1]]
		links[a], links[b] = append(links[a], b), append(links[b], a)
	}
	w.unmark(x.cities)
	return p.relink(r, links)
}

// mark numbers the cities of a window.
func (w *worker) mark(cities []uint32) {
	for node, city := range cities {
		w.nodeOf[city] = int32(node)
	}
}

// unmark undoes mark.
func (w *worker) unmark(cities []uint32) {
	for _, city := range cities {
		w.nodeOf[city] = outside
	}
}
