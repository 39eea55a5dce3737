package recombine

import (
	"cmp"
	"slices"
)

// part is some open cities of a ring in the order of the visit, its nodes, and how the ring goes between them. A link that is not common
// from a node to the next one is free: another one may take its place. Without its free links the ring falls into paths from node to
// node.
type part struct {
	cities []uint32
	free   []bool  // by node, whether the link from there is free
	mates  []int32 // by node, the other end of the path that it ends; itself where it is a path alone; outside within a path
}

// part sorts some open cities by the order of the visit, and returns the part that they are. It is nil where no link is free.
func (r *ring) part(cities []uint32) *part {
	slices.SortFunc(cities, func(a, b uint32) int { return cmp.Compare(r.at[a], r.at[b]) })
	count := int32(len(cities))
	p := &part{cities, make([]bool, count), slices.Repeat([]int32{outside}, len(cities))}
	for i, city := range cities {
		place := r.at[city]
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

// links says whether a free link joins two nodes.
func (p *part) links(a, b int32) bool {
	count := int32(len(p.cities))
	return p.free[a] && (a+1)%count == b || p.free[b] && (b+1)%count == a
}

// relinked returns the ring with other links in the places of the free ones: links has by node those to which they lead, one at the end
// of a path, two where the node is a path alone. The result is nil where that is no round trip of all.
func (p *part) relinked(r *ring, links [][]int32) *ring {
	next := &ring{union: r.union, order: make([]uint32, 0, len(r.order)), common: make([]bool, 0, len(r.order)), at: r.at}
	count := int32(len(p.cities))
	start := (int32(slices.Index(p.free, true)) + 1) % count
	for from, node := int32(outside), start; from == outside || node != start; {
		mate := p.mates[node]
		backwards := mate != node && !p.free[(node+count-1)%count] // the ring comes to a path over a free link
		next.stretch(r, r.at[p.cities[node]], r.at[p.cities[mate]], backwards)
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
