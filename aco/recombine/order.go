package recombine

import (
	"cmp"
	"slices"
)

// window returns the problem that a part is: all edges of the union between its nodes may be taken. They are in an order in which few nodes
// at a time have some edges before and some behind. Node has the node of each open city, or outside.
func (r *ring) window(p *part, node []int32) *window {
	w := &window{mates: p.mates}
	o := newOrdering(r, p, node)
	for rank, next := int32(0), o.choose(); next != outside; rank, next = rank+1, o.choose() {
		o.rank[next] = rank
		o.reach(next)
		for _, other := range o.before(next) {
			e := edge{[2]int32{other, next}, r.length(p.cities[other], p.cities[next]), p.links(other, next)}
			w.edges = append(w.edges, e)
		}
	}
	return w
}

// ordering chooses the nodes of a part one after another, but those within paths.
type ordering struct {
	neighbours [][]int32 // by node
	rank       []int32   // by node, when it was chosen, or outside
	waiting    []int     // by node, how many of its neighbours were not chosen
	reached    []int32   // nodes beside chosen ones
	seen       []bool    // whether a node is or was in reached
}

func newOrdering(r *ring, p *part, node []int32) *ordering {
	count := len(p.cities)
	o := &ordering{
		make([][]int32, count), slices.Repeat([]int32{outside}, count), make([]int, count), nil, make([]bool, count),
	}
	for i, city := range p.cities {
		if p.mates[i] == outside {
			continue
		}
		for _, other := range r.edges[city] {
			if j := node[other]; j != outside && p.mates[j] != outside {
				o.neighbours[i] = append(o.neighbours[i], j)
			}
		}
		o.waiting[i] = len(o.neighbours[i])
	}
	return o
}

// choose returns the next node: of those beside chosen ones the one after which the fewest of the chosen have neighbours to come, of such
// the one beside the node that was chosen first. Where none is beside a chosen one, the next is one with the fewest neighbours. It is
// outside when all were chosen.
func (o *ordering) choose() int32 {
	best, wait, oldest := int32(outside), 0, int32(0)
	for _, node := range o.reached {
		more, first := min(o.waiting[node], 1), int32(len(o.rank))
		for _, other := range o.neighbours[node] {
			if o.rank[other] == outside {
				continue
			}
			first = min(first, o.rank[other])
			if o.waiting[other] == 1 {
				more--
			}
		}
		if best == outside || cmp.Or(cmp.Compare(more, wait), cmp.Compare(first, oldest), cmp.Compare(node, best)) < 0 {
			best, wait, oldest = node, more, first
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

// reach notes that a node was chosen.
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

// before returns a node's neighbours that were chosen before it, the first chosen first.
func (o *ordering) before(node int32) (chosen []int32) {
	for _, other := range o.neighbours[node] {
		if o.rank[other] != outside && o.rank[other] < o.rank[node] {
			chosen = append(chosen, other)
		}
	}
	slices.SortFunc(chosen, func(a, b int32) int { return cmp.Compare(o.rank[a], o.rank[b]) })
	return chosen
}
