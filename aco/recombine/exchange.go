package recombine

import (
	"cmp"
	"slices"
)

// exchange replaces edges of the tour. It cuts the tour after some positions; every cut removes an
// edge. Cut i has two ports: port 2i is the city before the cut, port 2i+1 the city after it.
// Every new edge joins two ports.
type exchange struct {
	cuts   []int32 // positions
	joined []int32 // by port: the other port of its new edge
	gain   int64   // how much shorter the tour gets
}

// batch applies several exchanges of one tour, except those that would divide it into several
// cycles. No two exchanges may cut the tour after the same position. The ports of all exchanges
// are numbered consecutively, exchange by exchange.
type batch struct {
	exchanges []exchange
	first     []int32 // by exchange: its first port; one more element at the end
	owner     []int32 // by port: its exchange
	joined    []int32 // by port: as in exchange
	accepted  []bool  // by exchange
	cuts      []cut   // in the order of the tour
	rank      []int32 // by half of a port: index of its cut in cuts
	// paths has, by depth of the search and port, the other end of the path of the tour that
	// starts there.
	paths [][]int32
}

// cut has the position of a cut and its first port.
type cut struct{ position, port int32 }

func newBatch(exchanges []exchange) *batch {
	b := &batch{exchanges: exchanges, first: make([]int32, 1, len(exchanges)+1), accepted: make([]bool, len(exchanges))}
	count := 0
	for _, x := range exchanges {
		count += len(x.cuts)
	}
	b.cuts, b.joined, b.owner = make([]cut, 0, count), make([]int32, 0, 2*count), make([]int32, 0, 2*count)
	for i, x := range exchanges {
		first := b.first[i]
		for c, position := range x.cuts {
			b.cuts = append(b.cuts, cut{position, first + 2*int32(c)})
		}
		for _, port := range x.joined {
			b.joined, b.owner = append(b.joined, first+port), append(b.owner, int32(i))
		}
		b.first = append(b.first, int32(len(b.joined)))
	}
	slices.SortFunc(b.cuts, func(a, b cut) int { return cmp.Compare(a.position, b.position) })
	paths := make([]int32, len(b.joined))
	b.rank = make([]int32, len(b.cuts))
	for i, c := range b.cuts {
		next := b.cuts[(i+1)%len(b.cuts)]
		paths[c.port+1], paths[next.port] = next.port, c.port+1
		b.rank[c.port/2] = int32(i)
	}
	b.paths = append(b.paths, paths)
	return b
}

// accept decides about exchanges low to high-1, with the paths of the given depth. If all of them
// together leave a single cycle, all are accepted. If not, accept decides about the first half,
// and then about the second half on the changed tour. It takes time in proportion to the number of
// ports for each depth, however long the tour is.
func (b *batch) accept(depth, low, high int) {
	switch {
	case b.isCycle(depth, low, high):
		for i := low; i < high; i++ {
			b.accepted[i] = true
		}
	case high-low > 1:
		middle := (low + high) / 2
		b.reduce(depth, low, middle, middle, high)
		b.accept(depth+1, low, middle)
		b.reduce(depth, middle, high, low, middle)
		b.accept(depth+1, middle, high)
	}
}

// isCycle reports whether the paths of a depth and the new edges of exchanges low to high-1 form a
// single cycle.
func (b *batch) isCycle(depth, low, high int) bool {
	paths, start, passed := b.paths[depth], b.first[low], int32(0)
	for port := start; passed == 0 || port != start; passed += 2 {
		port = paths[b.joined[port]]
	}
	return passed == b.first[high]-start
}

// reduce sets the paths of the next depth between the ports of exchanges low to high-1. They lead
// through the ports of exchanges otherLow to otherHigh-1.
func (b *batch) reduce(depth, low, high, otherLow, otherHigh int) {
	if depth+1 == len(b.paths) {
		b.paths = append(b.paths, make([]int32, len(b.joined)))
	}
	paths, reduced := b.paths[depth], b.paths[depth+1]
	from, to := b.first[otherLow], b.first[otherHigh]
	for port := b.first[low]; port < b.first[high]; port++ {
		end := paths[port]
		for from <= end && end < to {
			end = paths[b.partner(end)]
		}
		reduced[port] = end
	}
}

// partner returns the other port of the edge at a port: a new edge if the exchange is accepted,
// else the edge of the tour.
func (b *batch) partner(port int32) int32 {
	if b.accepted[b.owner[port]] {
		return b.joined[port]
	}
	return port ^ 1
}

// gain returns by how much the accepted exchanges shorten the tour.
func (b *batch) gain() (gain int64) {
	for i, x := range b.exchanges {
		if b.accepted[i] {
			gain += x.gain
		}
	}
	return gain
}

// segments returns the segments of a tour of n cities between the cuts, in their order after the
// accepted exchanges.
func (b *batch) segments(n int) (segments []segment) {
	start := b.cuts[len(b.cuts)-1].port + 1 // the segment after the last cut
	for port := start; ; {
		end := b.paths[0][port]
		forward := port%2 == 1
		rank := b.rank[end/2]
		if forward {
			rank = b.rank[port/2]
		}
		first, last := int(b.cuts[rank].position)+1, int(b.cuts[(int(rank)+1)%len(b.cuts)].position)
		if last < first {
			last += n
		}
		segments = append(segments, segment{first: first % n, count: last - first + 1, reversed: !forward})
		if port = b.partner(end); port == start {
			return segments
		}
	}
}
