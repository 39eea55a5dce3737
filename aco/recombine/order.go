package recombine

import (
	"cmp"
	"slices"
)

// subproblem returns the subproblem of a window: all edges of the union graph between its nodes, in an order that keeps the frontier
// small. nodeOf has, by open city, its node in the window, or outside.
func (r *reducedTour) subproblem(p *windowPaths, nodeOf []int32) *subproblem {
	w := &subproblem{mates: p.mates}
	o := newOrdering(r, p, nodeOf)
	for rank, next := int32(0), o.choose(); next != outside; rank, next = rank+1, o.choose() {
		o.rank[next] = rank
		o.reach(next)
		for _, other := range o.before(next) {
			e := edge{[2]int32{other, next}, r.length(p.cities[other], p.cities[next]), p.isFreeLink(other, next)}
			w.edges = append(w.edges, e)
		}
	}
	return w
}

// ordering orders the nodes of a window greedily. Nodes inside a path have no free edge and are left out.
type ordering struct {
	neighbours [][]int32 // by node
	rank       []int32   // by node: when it was chosen, or outside
	waiting    []int     // by node: its neighbours that are not chosen yet
	reached    []int32   // neighbours of chosen nodes
	seen       []bool    // by node: whether it is or was in reached
}

func newOrdering(r *reducedTour, p *windowPaths, nodeOf []int32) *ordering {
	count := len(p.cities)
	o := &ordering{
		make([][]int32, count), slices.Repeat([]int32{outside}, count), make([]int, count), nil, make([]bool, count),
	}
	for i, city := range p.cities {
		if p.mates[i] == outside {
			continue
		}
		for _, other := range r.edges[city] {
			if j := nodeOf[other]; j != outside && p.mates[j] != outside {
				o.neighbours[i] = append(o.neighbours[i], j)
			}
		}
		o.waiting[i] = len(o.neighbours[i])
	}
	return o
}

// choose returns the next node: the neighbour of a chosen node that leaves the smallest frontier. Ties go to the neighbour of the node
// that was chosen first. If no chosen node has a neighbour left, it returns the node with the fewest neighbours. After the last node it
// returns outside.
func (o *ordering) choose() int32 {
	best, bestGrowth, bestRank := int32(outside), 0, int32(0)
	for _, node := range o.reached {
		growth, rank := min(o.waiting[node], 1), int32(len(o.rank)) // growth of the frontier, rank of the first chosen neighbour
		for _, other := range o.neighbours[node] {
			if o.rank[other] == outside {
				continue
			}
			rank = min(rank, o.rank[other])
			if o.waiting[other] == 1 {
				growth--
			}
		}
		if best == outside || cmp.Or(cmp.Compare(growth, bestGrowth), cmp.Compare(rank, bestRank), cmp.Compare(node, best)) < 0 {
			best, bestGrowth, bestRank = node, growth, rank
		}
	}
	if best != outside {
		o.reached = slices.DeleteFunc(o.reached, func(node int32) bool { return node == best })
		return best
	}
	for node, neighbours := range o.neighbours {
		if o.rank[node] == outside && len(neighbours) > 0 && (best == outside || len(neighbours) < len(o.neighbours[best])) {
			best = int32(node)
		}
	}
	return best
}

// reach records that a node was chosen.
func (o *ordering) reach(chosen int32) {
	o.seen[chosen] = true
	for _, other := range o.neighbours[chosen] {
		o.waiting[other]--
		if !o.seen[other] {
			o.seen[other] = true
			o.reached = append(o.reached, other)
		}
	}
}

// before returns the neighbours of a node that were chosen before it, in the order of choice.
func (o *ordering) before(node int32) (chosen []int32) {
	for _, other := range o.neighbours[node] {
		if o.rank[other] != outside && o.rank[other] < o.rank[node] {
			chosen = append(chosen, other)
		}
	}
	slices.SortFunc(chosen, func(a, b int32) int { return cmp.Compare(o.rank[a], o.rank[b]) })
	return chosen
}
