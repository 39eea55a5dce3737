package recombine

import (
	"cmp"
	"slices"
)

// windowPaths has the open cities of a window, its nodes, in the order of the tour. An edge of the
// tour from a node to the next node is free, that is replaceable, if it is not common to all
// tours. Without its free edges the tour falls into paths between nodes.
type windowPaths struct {
	cities []uint32
	free   []bool // by node: whether the edge to the next node is free
	// mates has, by node, the other end of its path: itself if the path is one node; outside if inside
	// a path.
	mates []int32
}

// newWindowPaths sorts the cities of a window in the order of the tour and returns its paths. It
// returns nil if no edge is free.
func newWindowPaths(t *tour, u *unionGraph, cities []uint32) *windowPaths {
	slices.SortFunc(cities, func(a, b uint32) int { return cmp.Compare(t.position[a], t.position[b]) })
	count := int32(len(cities))
	p := &windowPaths{cities, make([]bool, count), slices.Repeat([]int32{outside}, len(cities))}
	for i, city := range cities {
		following := t.order[t.next(t.position[city])]
		p.free[i] = following == cities[(i+1)%len(cities)] && u.common[city] != int32(following)
	}
	first := int32(slices.Index(p.free, true))
	if first == outside {
		return nil
	}
	low := (first + 1) % count
	for i := range count {
		if high := (first + 1 + i) % count; p.free[high] {
			p.mates[low], p.mates[high] = high, low
			low = (high + 1) % count
		}
	}
	return p
}

// isFreeLink reports whether a free edge joins two nodes.
func (p *windowPaths) isFreeLink(a, b int32) bool {
	count := int32(len(p.cities))
	return p.free[a] && (a+1)%count == b || p.free[b] && (b+1)%count == a
}

// exchange returns the exchange of the free edges for the taken edges of a solution.
func (p *windowPaths) exchange(t *tour, edges []edge, taken []bool) (x exchange) {
	count := int32(len(p.cities))
	// By node: its ports without a new edge.
	ports := slices.Repeat([][2]int32{{outside, outside}}, len(p.cities))
	for i, e := range edges {
		if !e.present || taken[i] {
			continue
		}
		before, after := e.nodes[0], e.nodes[1]
		if !p.free[before] || (before+1)%count != after {
			before, after = after, before
		}
		port := 2 * int32(len(x.cuts))
		x.cuts = append(x.cuts, t.position[p.cities[before]])
		ports[before][0], ports[after][1] = port, port+1
	}
	x.joined = make([]int32, 2*len(x.cuts))
	take := func(node int32) (port int32) {
		side := 0
		if ports[node][side] == outside {
			side = 1
		}
		port, ports[node][side] = ports[node][side], outside
		return port
	}
	for i, e := range edges {
		if !e.present && taken[i] {
			a, b := take(e.nodes[0]), take(e.nodes[1])
			x.joined[a], x.joined[b] = b, a
		}
	}
	return x
}

// windowIndex numbers cities in the order of their addition. It is a hash table with linear
// probing.
type windowIndex struct {
	slots  []int32 // number of a city plus 1, or 0
	shift  uint    // 32 minus the binary logarithm of the number of slots
	cities []uint32
}

// reset removes all cities and makes room for count cities.
func (x *windowIndex) reset(count int) {
	x.shift = 31
	for 1<<(32-x.shift) < 2*count {
		x.shift--
	}
	if size := 1 << (32 - x.shift); size <= cap(x.slots) {
		x.slots = x.slots[:size]
		clear(x.slots)
	} else {
		x.slots = make([]int32, size)
	}
	x.cities = x.cities[:0]
}

// slot returns the slot of a city, or the slot where it can be added.
func (x *windowIndex) slot(city uint32) *int32 {
	const golden = 0x9e3779b9 // 2³² by the golden ratio
	for at := city * golden >> x.shift; ; at++ {
		slot := &x.slots[int(at)&(len(x.slots)-1)]
		if *slot == 0 || x.cities[*slot-1] == city {
			return slot
		}
	}
}

// add adds a city unless it is there.
func (x *windowIndex) add(city uint32) {
	if slot := x.slot(city); *slot == 0 {
		x.cities = append(x.cities, city)
		*slot = int32(len(x.cities))
	}
}

// number returns the number of a city, or outside.
func (x *windowIndex) number(city uint32) int32 { return *x.slot(city) - 1 }
