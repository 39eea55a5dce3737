package recombine

// crossover improves the tour by parts of another tour. The edges that only one of the two tours
// has fall into connected components. Each component is an exchange: it replaces the edges of the
// tour in the component by the edges of the other tour. Components that shorten the tour are
// applied, except those that would divide it into several cycles. This is partition crossover
// (Whitley, Hains and Howe 2009); that a component is accepted with any effect on the order of the
// tour is from its second generation (Tinós, Whitley and Ochoa 2020).
func (t *tour) crossover(distance func(a, b uint32) int64, other *tour) (gain int64) {
	exchanges := newDifference(t, other).components(distance)
	if len(exchanges) == 0 {
		return 0
	}
	b := newBatch(exchanges)
	b.accept(0, 0, len(exchanges))
	t.apply(b)
	return b.gain()
}

// difference has the edges that only one of two tours has, as one exchange of the first tour.
type difference struct {
	tour, other *tour
	cuts        []int32 // positions of the first tour
	cutAt       []int32 // by position of the first tour: index in cuts, or outside
	joined      []int32 // by port
}

func newDifference(t, other *tour) *difference {
	d := &difference{tour: t, other: other, cutAt: make([]int32, len(t.order))}
	ranges(len(t.order), func(from, to int) {
		for i := from; i < to; i++ {
			d.cutAt[i] = outside
			if !other.adjacent(t.order[i], t.order[t.next(int32(i))]) {
				d.cutAt[i] = 0
			}
		}
	})
	for i, at := range d.cutAt {
		if at != outside {
			d.cutAt[i] = int32(len(d.cuts))
			d.cuts = append(d.cuts, int32(i))
		}
	}
	d.joined = make([]int32, 2*len(d.cuts))
	ranges(len(t.order), func(from, to int) {
		for i := from; i < to; i++ {
			a, b := other.order[i], other.order[other.next(int32(i))]
			if !t.adjacent(a, b) {
				portA, portB := d.port(a, true), d.port(b, false)
				d.joined[portA], d.joined[portB] = portB, portA
			}
		}
	})
	return d
}

// port returns the port of a city for its edge of the other tour that leads to the next or to the
// previous city. A city with two such edges has two ports.
func (d *difference) port(city uint32, next bool) int32 {
	position := d.tour.position[city]
	after, before := d.cutAt[position], d.cutAt[d.tour.previous(position)]
	if before == outside || after != outside && next {
		return 2 * after
	}
	return 2*before + 1
}

// city returns the city of a port.
func (d *difference) city(port int32) uint32 { return d.tour.at(d.cuts[port/2], port) }

// components returns the connected components that shorten the tour, each as an exchange.
func (d *difference) components(distance func(a, b uint32) int64) (exchanges []exchange) {
	root, gain := d.roots(), d.gains(distance)
	for c, r := range root {
		if int32(c) != r {
			gain[r] += gain[c]
		}
	}
	number, local := make([]int32, len(root)), make([]int32, len(root))
	for c, r := range root {
		if gain[r] <= 0 {
			continue
		}
		if int32(c) == r {
			number[r] = int32(len(exchanges))
			exchanges = append(exchanges, exchange{gain: gain[r]})
		}
		x := &exchanges[number[r]]
		local[c] = int32(len(x.cuts))
		x.cuts = append(x.cuts, d.cuts[c])
	}
	for c, r := range root {
		if gain[r] <= 0 {
			continue
		}
		x := &exchanges[number[r]]
		for _, port := range d.joined[2*c : 2*c+2] {
			x.joined = append(x.joined, 2*local[port/2]+port%2)
		}
	}
	return exchanges
}

// gains returns for each cut the length of its edge minus the lengths of the other tour's edges
// whose lower port belongs to the cut.
func (d *difference) gains(distance func(a, b uint32) int64) []int64 {
	gain := make([]int64, len(d.cuts))
	ranges(len(d.cuts), func(from, to int) {
		for c := from; c < to; c++ {
			port := 2 * int32(c)
			gain[c] = distance(d.city(port), d.city(port+1))
			for ; port < 2*int32(c)+2; port++ {
				if other := d.joined[port]; port < other {
					gain[c] -= distance(d.city(port), d.city(other))
				}
			}
		}
	})
	return gain
}

// roots returns for each cut the first cut of its component. Cuts are in one component if an edge
// of the other tour joins them or if they are on both sides of a city.
func (d *difference) roots() []int32 {
	root := make([]int32, len(d.cuts))
	find := func(c int32) int32 {
		for root[c] != c {
			root[c] = root[root[c]]
			c = root[c]
		}
		return c
	}
	unite := func(a, b int32) {
		a, b = find(a), find(b)
		root[max(a, b)] = min(a, b)
	}
	for c := range root {
		root[c] = int32(c)
	}
	for c, position := range d.cuts {
		unite(int32(c), d.joined[2*c]/2)
		unite(int32(c), d.joined[2*c+1]/2)
		if next := d.cutAt[d.tour.next(position)]; next != outside {
			unite(int32(c), next)
		}
	}
	for c := range root {
		root[c] = find(int32(c))
	}
	return root
}
