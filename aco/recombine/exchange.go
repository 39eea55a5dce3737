package recombine

// exchange is what a worker found: in a window of some open cities other links between them that make a ring shorter.
type exchange struct {
	cities []uint32
	links  [][2]uint32 // all links between the cities after it
	gain   int64       // 0: it found none
}

// worker looks for exchanges. It has the memory that windows share.
type worker struct {
	node   []int32 // by open city, its number in the window, or outside
	search search
}

// find returns the best exchange of a window.
func (w *worker) find(r *ring, cities []uint32, states int) exchange {
	found := exchange{cities: cities}
	p := r.part(cities)
	if p == nil {
		return found
	}
	w.number(cities)
	window := r.window(p, w.node)
	w.forget(cities)
	taken, gain := w.search.solve(window, states)
	for i, e := range window.edges {
		if gain > 0 && taken[i] {
			found.links = append(found.links, [2]uint32{p.cities[e.nodes[0]], p.cities[e.nodes[1]]})
		}
	}
	found.gain = gain
	return found
}

// make returns the ring after an exchange that was found on it, or on another one that differed from it elsewhere; then it is nil
// where the exchange would leave several cycles.
func (w *worker) make(r *ring, x exchange) *ring {
	p := r.part(x.cities)
	w.number(x.cities)
	links := make([][]int32, len(x.cities))
	for _, link := range x.links {
		a, b := w.node[link[0]], w.node[link[1]]
		links[a], links[b] = append(links[a], b), append(links[b], a)
	}
	w.forget(x.cities)
	return p.relinked(r, links)
}

func (w *worker) number(cities []uint32) {
	for node, city := range cities {
		w.node[city] = int32(node)
	}
}

func (w *worker) forget(cities []uint32) {
	for _, city := range cities {
		w.node[city] = outside
	}
}
