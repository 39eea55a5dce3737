package recombine

import (
	"cmp"
	"slices"
)

// ordering makes subproblems. It orders the nodes of a window greedily, so that the frontier of the dynamic program stays small. It reuses its
// memory.
type ordering struct {
	first      []int32 // by node: its first neighbour; one more element at the end
	neighbours []int32
	rank       []int32 // by node: when it was chosen, or outside
	waiting    []int32 // by node: its neighbours that are not chosen yet
	reached    []int32 // neighbours of chosen nodes
	seen       []bool  // by node: whether it is or was in reached
	window     subproblem
}

// subproblem returns the subproblem of a window: all edges of the union graph between its nodes, in the order of the nodes. It is valid until
// the next call.
func (o *ordering) subproblem(m *merger, p *windowPaths, nodes *windowIndex) *subproblem {
	o.reset(m.graph, p, nodes)
	w := &o.window
	w.mates, w.edges = p.mates, w.edges[:0]
	for rank, next := int32(0), o.choose(); next != outside; rank, next = rank+1, o.choose() {
		o.rank[next] = rank
		o.reach(next)
		from := len(w.edges)
		for _, other := range o.of(next) {
			if o.rank[other] != outside && other != next {
				length := m.distance(p.cities[other], p.cities[next])
				w.edges = append(w.edges, edge{[2]int32{other, next}, length, p.isFreeLink(other, next)})
			}
		}
		slices.SortFunc(w.edges[from:], func(a, b edge) int { return cmp.Compare(o.rank[a.nodes[0]], o.rank[b.nodes[0]]) })
	}
	return w
}

// reset prepares the nodes of a window. Nodes inside a path have no free edge and are left out.
func (o *ordering) reset(u *unionGraph, p *windowPaths, nodes *windowIndex) {
	o.first, o.neighbours = append(o.first[:0], 0), o.neighbours[:0]
	o.rank, o.waiting, o.reached, o.seen = o.rank[:0], o.waiting[:0], o.reached[:0], o.seen[:0]
	for i, city := range p.cities {
		if p.mates[i] != outside {
			for _, other := range u.neighbours(city) {
				if j := nodes.number(other); j != outside && p.mates[j] != outside {
					o.neighbours = append(o.neighbours, j)
				}
			}
		}
		o.waiting = append(o.waiting, int32(len(o.neighbours))-o.first[i])
		o.first = append(o.first, int32(len(o.neighbours)))
		o.rank, o.seen = append(o.rank, outside), append(o.seen, false)
	}
}

// of returns the neighbours of a node.
func (o *ordering) of(node int32) []int32 { return o.neighbours[o.first[node]:o.first[node+1]] }

// choose returns the next node: the neighbour of a chosen node that leaves the smallest frontier. Ties go to the neighbour of the node
// that was chosen first. If no chosen node has a neighbour left, it returns the node with the fewest neighbours. After the last node it
// returns outside.
func (o *ordering) choose() int32 {
	best, bestGrowth, bestRank := outside, int32(0), int32(0)
	for i, node := range o.reached {
		growth, rank := min(o.waiting[node], 1), int32(len(o.rank)) // growth of the frontier, rank of the first chosen neighbour
		for _, other := range o.of(node) {
			if o.rank[other] == outside {
				continue
			}
			rank = min(rank, o.rank[other])
			if o.waiting[other] == 1 {
				growth--
			}
		}
		if best == outside || cmp.Or(cmp.Compare(growth, bestGrowth), cmp.Compare(rank, bestRank), cmp.Compare(node, o.reached[best])) < 0 {
			best, bestGrowth, bestRank = i, growth, rank
		}
	}
	if best != outside {
		node, last := o.reached[best], len(o.reached)-1
		o.reached[best] = o.reached[last]
		o.reached = o.reached[:last]
		return node
	}
	node, fewest := int32(outside), 0
	for i := range o.rank {
		count := len(o.of(int32(i)))
		if o.rank[i] == outside && count > 0 && (node == outside || count < fewest) {
			node, fewest = int32(i), count
		}
	}
	return node
}

// reach records that a node was chosen.
func (o *ordering) reach(chosen int32) {
	o.seen[chosen] = true
	for _, other := range o.of(chosen) {
		o.waiting[other]--
		if !o.seen[other] {
			o.seen[other] = true
			o.reached = append(o.reached, other)
		}
	}
}
