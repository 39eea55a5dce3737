package bound

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	// rootRounds are the ascents of the first subproblem, each with fewer edges.
	rootRounds = 6
	// rootSteps and childSteps are the steps of an ascent. With childSteps of 15, 30 and 60, thirteen
	// instances of 48 to 150 cities took 37, 28 and 36 s of one core, at most 8 s each.
	rootSteps, childSteps = 200, 30
	// growth is how fast the estimated size of a search falls with the bound of its root. With 2, 5 and 10
	// these instances took 28, 28 and 28 s.
	growth = 5
)

// noEdge stands for no edge, and noWeight for its weight.
const (
	noEdge   = -1
	noWeight = math.MaxInt64
)

// brancher explores subproblems. It is used by one goroutine.
type brancher struct {
	*search
	weights []int64 // by edge, with the weights of its nodes
	order   []int32 // free edges, by weight
	sets    []int32
	inTree  []bool // by edge
	degrees []int32
	before  []int32 // degrees of the tree before
	best    []int64 // weights of nodes

	special        int32   // the node whose two edges are no part of the spanning tree of the others
	e1, e2         int     // its edges: the one of the tree, and the additional one
	third          int64   // the weight of its next edge
	parent, up     []int32 // by node: in the spanning tree, and the edge to the parent
	depth, queue   []int32
	adjacent       [][]int32
	replaced       []int64 // by edge of the tree: the weight of the lightest edge in its place
	requiredDegree []int32
	freeDegree     []int32
}

func newBrancher(s *search) *brancher {
	n, m := s.nodes, len(s.edges)
	return &brancher{
		search: s, weights: make([]int64, m), sets: make([]int32, n), inTree: make([]bool, m), degrees: make([]int32, n),
		before: make([]int32, n), best: make([]int64, n), parent: make([]int32, n), up: make([]int32, n),
		depth: make([]int32, n), adjacent: make([][]int32, n), replaced: make([]int64, m),
		requiredDegree: make([]int32, n), freeDegree: make([]int32, n),
	}
}

// explore returns the children of a subproblem that may have a shorter tour. It makes so many rounds of
// an ascent and decisions about edges, and up to two more while edges are decided. If the context ends,
// there are no children.
func (b *brancher) explore(ctx context.Context, p *subproblem, rounds int) []*subproblem {
	steps := childSteps
	if rounds > 1 {
		steps = rootSteps
	}
	if !b.propagate(p) {
		return nil
	}
	for round := 0; ; round++ {
		if !b.ascend(ctx, p, steps) {
			return nil
		}
		weight, changed, ok := b.decideAll(ctx, p)
		if !ok {
			return nil
		}
		if round+1 >= rounds && (!changed || round > rounds) {
			return b.branch(p, weight)
		}
	}
}

// decideAll decides about edges until nothing follows any more. It returns the weight of the last tree,
// and whether the subproblem may have a shorter tour; false, too, if the context has ended.
func (b *brancher) decideAll(ctx context.Context, p *subproblem) (weight int64, changed, ok bool) {
	for {
		if weight, ok = b.shorter(p); !ok || ctx.Err() != nil {
			return weight, changed, false
		}
		if !b.decide(p, weight) {
			return weight, changed, true
		}
		if changed = true; !b.propagate(p) {
			return weight, changed, false
		}
	}
}

// ascend changes the weights of nodes. It reports whether the subproblem may have a shorter tour, and the
// context goes on.
func (b *brancher) ascend(ctx context.Context, p *subproblem, steps int) bool {
	b.startOrder(p)
	most, factor, since := int64(math.MinInt64), 1.0, 0
	for step := range steps {
		weight, ok := b.shorter(p)
		if !ok || ctx.Err() != nil {
			return false
		}
		squares := int64(0)
		for _, d := range b.degrees {
			squares += int64(d-2) * int64(d-2)
		}
		if since++; weight > most {
			most, since = weight, 0
			copy(b.best, p.weights)
		}
		if since > 4 {
			factor, since = factor/2, 0
		}
		size := factor * float64(b.limit()-weight+1<<b.bits) / float64(squares)
		for node, d := range b.degrees {
			change := 10 * (d - 2)
			if step > 0 {
				change = 7*(d-2) + 3*b.before[node]
			}
			changed := p.weights[node] + int64(size*float64(change)/10)
			p.weights[node] = min(max(changed, -b.most), b.most)
			b.before[node] = d - 2
		}
	}
	copy(p.weights, b.best)
	return true
}

// shorter makes a minimum 1-tree, and reports whether it leaves room for a shorter tour. A tree that is
// a tour is the shortest one of the subproblem.
func (b *brancher) shorter(p *subproblem) (weight int64, ok bool) {
	weight, ok = b.oneTree(p)
	if !ok || weight > b.limit() {
		return weight, false
	}
	for _, d := range b.degrees {
		if d != 2 {
			return weight, true
		}
	}
	b.found(weight)
	return weight, false
}

// startOrder lists the free edges.
func (b *brancher) startOrder(p *subproblem) {
	b.order = b.order[:0]
	for e, f := range p.states {
		if f == free {
			b.order = append(b.order, int32(e))
		}
	}
	b.weigh(p)
	slices.SortFunc(b.order, func(e, f int32) int { return cmp.Compare(b.weights[e], b.weights[f]) })
}

func (b *brancher) weigh(p *subproblem) {
	for e := range b.edges {
		edge := &b.edges[e]
		b.weights[e] = edge.Length + p.weights[edge.A] + p.weights[edge.B]
	}
}

// oneTree makes a minimum 1-tree that has the required edges and none of the forbidden ones. It
// returns its weight less twice the weights of all nodes, and false if there is none. The special node
// is the leaf whose second edge is the heaviest.
func (b *brancher) oneTree(p *subproblem) (weight int64, ok bool) {
	b.weigh(p)
	for at := 1; at < len(b.order); at++ { // nearly sorted
		e, w, to := b.order[at], b.weights[b.order[at]], at
		for ; to > 0 && b.weights[b.order[to-1]] > w; to-- {
			b.order[to] = b.order[to-1]
		}
		b.order[to] = e
	}
	for node := range b.sets {
		b.sets[node] = int32(node)
		b.degrees[node] = 0
		weight -= 2 * p.weights[node]
	}
	left := b.nodes - 1
	clear(b.inTree)
	for e, f := range p.states {
		if f == required && b.join(e) {
			weight += b.weights[e]
			left--
		}
	}
	for _, e := range b.order {
		if left == 0 {
			break
		}
		if p.states[e] == free && b.join(int(e)) {
			weight += b.weights[e]
			left--
		}
	}
	if left > 0 {
		return 0, false
	}
	second := b.parent // by node, its lightest edge beside the tree
	for node := range second {
		second[node] = noEdge
	}
	for e, f := range p.states { // a required one closes the tour
		if f == required && !b.inTree[e] {
			second[b.edges[e].A], second[b.edges[e].B] = int32(e), int32(e)
		}
	}
	for _, e := range b.order {
		if b.inTree[e] || p.states[e] != free {
			continue
		}
		for _, node := range [2]uint32{b.edges[e].A, b.edges[e].B} {
			if second[node] == noEdge {
				second[node] = e
			}
		}
	}
	b.special, b.e2 = noEdge, noEdge
	for node, d := range b.degrees {
		if e := second[node]; d == 1 && e != noEdge && (b.e2 == noEdge || b.weights[e] > b.weights[b.e2]) {
			b.special, b.e2 = int32(node), int(e)
		}
	}
	if b.special == noEdge {
		return 0, false
	}
	b.degrees[b.edges[b.e2].A]++
	b.degrees[b.edges[b.e2].B]++
	return weight + b.weights[b.e2], true
}

// join adds an edge to the spanning tree if it makes no cycle.
func (b *brancher) join(e int) bool {
	x, y := b.setOf(int32(b.edges[e].A)), b.setOf(int32(b.edges[e].B))
	if x == y {
		return false
	}
	b.sets[x], b.inTree[e] = y, true
	b.degrees[b.edges[e].A]++
	b.degrees[b.edges[e].B]++
	return true
}

func (b *brancher) setOf(node int32) int32 {
	for b.sets[node] != node {
		b.sets[node] = b.sets[b.sets[node]]
		node = b.sets[node]
	}
	return node
}

// decide is reduced-cost fixing: it forbids the free edges with which the last tree is too heavy, and
// requires those without which it is. It sets replaced for the edges of the tree that are free, and reports whether it decided
// anything.
func (b *brancher) decide(p *subproblem, weight int64) (changed bool) {
	b.rootTree()
	limit := b.limit()
	b.third = noWeight
	for e := range b.edges {
		b.replaced[e] = noWeight
	}
	set := func(e int, f edgeState) { p.states[e], changed = f, true }
	for e, f := range p.states {
		if f != free || b.inTree[e] || e == b.e2 {
			continue
		}
		x, y, w := int32(b.edges[e].A), int32(b.edges[e].B), b.weights[e]
		var cost int64
		if x == b.special || y == b.special {
			cost, b.third = w-b.weights[b.e2], min(b.third, w)
		} else {
			heaviest := int64(math.MinInt64)
			for x != y {
				if b.depth[x] < b.depth[y] {
					x, y = y, x
				}
				if t := b.up[x]; p.states[t] == free {
					heaviest = max(heaviest, b.weights[t])
					b.replaced[t] = min(b.replaced[t], w)
				}
				x = b.parent[x]
			}
			if heaviest == math.MinInt64 { // required edges join its ends
				set(e, forbidden)
				continue
			}
			cost = w - heaviest
		}
		if weight+cost > limit {
			set(e, forbidden)
		}
	}
	b.replaced[b.e1], b.replaced[b.e2] = b.third, b.third
	for e, f := range p.states {
		if f == free && (b.inTree[e] || e == b.e2) && b.increase(e) > limit-weight {
			set(e, required)
		}
	}
	return changed
}

// increase returns how much heavier the last tree is without one of its edges.
func (b *brancher) increase(e int) int64 {
	if b.replaced[e] == noWeight {
		return noWeight
	}
	return b.replaced[e] - b.weights[e]
}

// rootTree makes the spanning tree without the special node a rooted one, and finds e1.
func (b *brancher) rootTree() {
	for node := range b.adjacent {
		b.adjacent[node] = b.adjacent[node][:0]
		b.depth[node] = -1
	}
	for e, in := range b.inTree {
		x, y := int32(b.edges[e].A), int32(b.edges[e].B)
		switch {
		case !in:
		case x == b.special || y == b.special:
			b.e1 = e
		default:
			b.adjacent[x], b.adjacent[y] = append(b.adjacent[x], int32(e)), append(b.adjacent[y], int32(e))
		}
	}
	top := int32(0)
	if b.special == top {
		top = 1
	}
	b.queue, b.depth[top] = append(b.queue[:0], top), 0
	for at := 0; at < len(b.queue); at++ {
		node := b.queue[at]
		for _, e := range b.adjacent[node] {
			other := int32(b.edges[e].A) + int32(b.edges[e].B) - node
			if b.depth[other] < 0 {
				b.depth[other], b.parent[other], b.up[other] = b.depth[node]+1, node, e
				b.queue = append(b.queue, other)
			}
		}
	}
}

// propagate decides what follows from the edges that are decided: a node has two edges, and required edges
// make no cycle but a tour. It reports whether a tour may be left.
func (b *brancher) propagate(p *subproblem) bool {
	has, may := b.requiredDegree, b.freeDegree
	clear(has)
	clear(may)
	count := func(e int, degrees []int32, by int32) {
		degrees[b.edges[e].A] += by
		degrees[b.edges[e].B] += by
	}
	for e, f := range p.states {
		switch f {
		case required:
			count(e, has, 1)
		case free:
			count(e, may, 1)
		}
	}
	for changed := true; changed; {
		changed = false
		for e, f := range p.states {
			x, y := b.edges[e].A, b.edges[e].B
			switch {
			case f != free:
				continue
			case has[x] >= 2 || has[y] >= 2:
				p.states[e] = forbidden
			case has[x]+may[x] <= 2 || has[y]+may[y] <= 2:
				p.states[e] = required
				count(e, has, 1)
			default:
				continue
			}
			count(e, may, -1)
			changed = true
		}
		paths, ok := b.requiredPaths(p)
		if !ok {
			return false
		}
		for e, f := range p.states {
			if f == free && paths > 1 && b.setOf(int32(b.edges[e].A)) == b.setOf(int32(b.edges[e].B)) {
				p.states[e], changed = forbidden, true
				count(e, may, -1)
			}
		}
	}
	for node := range has {
		if has[node] > 2 || has[node]+may[node] < 2 {
			return false
		}
	}
	return true
}

// requiredPaths makes the sets of nodes that required edges join, and returns their number; false if
// they make a cycle that is no tour.
func (b *brancher) requiredPaths(p *subproblem) (paths int, ok bool) {
	for node := range b.sets {
		b.sets[node] = int32(node)
	}
	paths, closed := b.nodes, false
	for e, f := range p.states {
		if f != required {
			continue
		}
		if x, y := b.setOf(int32(b.edges[e].A)), b.setOf(int32(b.edges[e].B)); x != y {
			b.sets[x] = y
			paths--
		} else {
			closed = true
		}
	}
	return paths, !closed || paths == 1
}

// branch returns children that together have all tours of a subproblem, after decide. It chooses the
// node for which the search seems to become the smallest. There are no children if another goroutine
// has found a tour that leaves no room.
func (b *brancher) branch(p *subproblem, weight int64) []*subproblem {
	incident := b.adjacent
	for node := range incident {
		incident[node] = incident[node][:0]
	}
	for e := range b.edges {
		if b.inTree[e] || e == b.e2 {
			x, y := b.edges[e].A, b.edges[e].B
			incident[x], incident[y] = append(incident[x], int32(e)), append(incident[y], int32(e))
		}
	}
	room := b.limit() - weight + 1
	if room <= 0 {
		return nil
	}
	gap, least, chosen, has := float64(room), math.Inf(1), noEdge, 0
	for node, edges := range incident {
		if len(edges) < 3 {
			continue
		}
		slices.SortFunc(edges, func(e, f int32) int { // required ones, then those that cost most to forbid
			return cmp.Or(cmp.Compare(p.states[f], p.states[e]), cmp.Compare(b.increase(int(f)), b.increase(int(e))))
		})
		already := 0
		if p.states[edges[0]] == required {
			already = 1
		}
		size := 0.0
		for at := already; at < 3; at++ { // a child forbids each of the first three edges
			size += math.Exp(-growth * float64(b.increase(int(edges[at]))) / gap)
		}
		if size < least {
			least, chosen, has = size, node, already
		}
	}
	edges := incident[chosen][has:]
	var children []*subproblem
	for at := range 3 - has {
		child := &subproblem{slices.Clone(p.states), slices.Clone(p.weights)}
		for _, e := range edges[:at] {
			child.states[e] = required
		}
		if at < 2-has {
			child.states[edges[at]] = forbidden
		}
		children = append(children, child)
	}
	return children
}
