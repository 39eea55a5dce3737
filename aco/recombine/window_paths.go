package recombine

import (
	"cmp"
	"slices"
)

// windowPaths has the open cities of a window, its nodes, in the order of the tour. An edge of the tour from a node to the next node is
// free, that is replaceable, if it is not common to all tours. Without its free edges the tour falls into paths between nodes.
type windowPaths struct {
	cities []uint32
	free   []bool  // by node: whether the edge to the next node is free
	mates  []int32 // by node: the other end of its path; itself if the path is one node; outside if inside a path
}

// paths sorts the cities of a window in the order of the tour and returns its paths. It returns nil if no edge is free.
func (r *reducedTour) paths(cities []uint32) *windowPaths {
	slices.SortFunc(cities, func(a, b uint32) int { return cmp.Compare(r.position[a], r.position[b]) })
	count := int32(len(cities))
	p := &windowPaths{cities, make([]bool, count), slices.Repeat([]int32{outside}, len(cities))}
	for i, city := range cities {
		place := r.position[city]
		p.free[i] = !r.common[place] && r.order[r.next(place)] == cities[(i+1)%len(cities)]
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

// relink returns the tour with other edges in place of the free ones. The slice links has, by node, the nodes that the new edges lead to:
// one at the end of a path, two if the path is one node. The result is nil if it is not a single cycle.
func (p *windowPaths) relink(r *reducedTour, links [][]int32) *reducedTour {
	next := &reducedTour{unionGraph: r.unionGraph, order: make([]uint32, 0, len(r.order)), common: make([]bool, 0, len(r.order)), position: r.position}
	count := int32(len(p.cities))
	start := (int32(slices.Index(p.free, true)) + 1) % count
	for from, node := int32(outside), start; from == outside || node != start; {
		mate := p.mates[node]
		backwards := mate != node && !p.free[(node+count-1)%count] // the tour enters the path by a free edge
		next.appendPath(r, r.position[p.cities[node]], r.position[p.cities[mate]], backwards)
		to := links[mate][0]
		if mate == node && to == from {
			to = links[mate][1]
		}
		from, node = mate, to
	}
	if len(next.order) < len(r.order) {
		return nil
	}
	return next
}
