package recombine

// worker solves one window at a time. It reuses its memory.
type worker struct {
	index    windowIndex
	cities   []uint32
	ordering ordering
	solver   solver
}

// find returns the best exchange of edges between the given cities. Its gain is 0 if there is none.
func (w *worker) find(m *merger, cities []uint32, states int) (x exchange) {
	p := newWindowPaths(m.tour, m.graph, cities)
	if p == nil {
		return x
	}
	w.index.reset(len(cities))
	for _, city := range cities {
		w.index.add(city)
	}
	window := w.ordering.subproblem(m, p, &w.index)
	window.subtractPotentials()
	if taken, gain := w.solver.solve(window, states); gain > 0 {
		x = p.exchange(m.tour, window.edges, taken)
		x.gain = gain / potentialScale
	}
	return x
}
