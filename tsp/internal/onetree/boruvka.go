package onetree

import "math"

// noEdge stands for no edge.
const noEdge = math.MaxUint32

// builder makes minimum 1-trees of a graph, one after the other in the same memory.
type builder struct {
	graph    *Graph
	tree     OneTree
	edges    []contracted // between components
	lightest []numbered   // by component: its lightest edge to another
	second   []numbered   // by place: the second lightest edge
	parent   []uint32     // by component: one that it is joined with, and not a larger one
	label    []uint32     // by component: the component of the next round
}

// contracted is an edge between two components.
type contracted struct {
	numbered
	a, b uint32
}

// numbered is an edge of the graph by its number, with its weight.
type numbered struct {
	weight int64
	number uint32
}

func newBuilder(g *Graph) *builder {
	n := len(g.Nodes)
	return &builder{
		graph: g, tree: OneTree{Degree: make([]int32, n), Tree: make([]uint32, 0, n)}, edges: make([]contracted, len(g.Edges)),
		lightest: make([]numbered, n), second: make([]numbered, n), parent: make([]uint32, n), label: make([]uint32, n),
	}
}

// spanning makes the minimum spanning tree and finds the second lightest edge of each city. In each round, each component takes its lightest
// edge; the components that these edges join are those of the next round (Borůvka 1926). Unlike a sort of the edges, a round reads them in
// the order of their places.
func (b *builder) spanning() {
	t := &b.tree
	clear(t.Degree)
	t.Tree, t.Weight = t.Tree[:0], 0
	edges, components := b.first(), len(b.graph.Nodes)
	for components > 1 && len(edges) > 0 {
		components = b.join(edges, components)
		edges = b.contract(edges)
		clearLightest(b.lightest[:components])
		for i := range edges {
			e := &edges[i]
			for _, component := range [2]uint32{e.a, e.b} {
				if e.weight < b.lightest[component].weight {
					b.lightest[component] = numbered{e.weight, uint32(i)}
				}
			}
		}
	}
}

// first returns all edges, with each city as a component, and finds their two lightest edges.
func (b *builder) first() []contracted {
	clearLightest(b.lightest)
	clearLightest(b.second)
	for i, e := range b.graph.Edges {
		now := numbered{b.graph.Weight(e), uint32(i)}
		b.edges[i] = contracted{now, e.A, e.B}
		for _, place := range [2]uint32{e.A, e.B} {
			switch {
			case now.weight < b.lightest[place].weight:
				b.second[place], b.lightest[place] = b.lightest[place], now
			case now.weight < b.second[place].weight:
				b.second[place] = now
			}
		}
	}
	return b.edges
}

func clearLightest(list []numbered) {
	for i := range list {
		list[i] = numbered{math.MaxInt64, noEdge}
	}
}

// join adds the lightest edge of each component to the tree, labels the components of the next round, and returns their number. The numbers
// of the lightest edges are indices in edges.
func (b *builder) join(edges []contracted, components int) int {
	for c := range components {
		b.parent[c] = uint32(c)
	}
	for _, lightest := range b.lightest[:components] {
		if lightest.number == noEdge {
			continue
		}
		e := &edges[lightest.number]
		p, q := b.root(e.a), b.root(e.b)
		if p == q {
			continue
		}
		b.parent[max(p, q)] = min(p, q)
		b.tree.Tree = append(b.tree.Tree, e.number)
		b.take(e.numbered)
	}
	next := uint32(0)
	for c := range components {
		if parent := b.parent[c]; parent != uint32(c) {
			b.label[c] = b.label[parent]
			continue
		}
		b.label[c] = next
		next++
	}
	return int(next)
}

// root returns the smallest component that a component is joined with, and halves the path to it.
func (b *builder) root(c uint32) uint32 {
	for b.parent[c] != c {
		b.parent[c] = b.parent[b.parent[c]]
		c = b.parent[c]
	}
	return c
}

// contract keeps the edges between different components of the next round, in their order.
func (b *builder) contract(edges []contracted) []contracted {
	kept := edges[:0]
	for _, e := range edges {
		e.a, e.b = b.label[e.a], b.label[e.b]
		if e.a != e.b {
			kept = append(kept, e)
		}
	}
	return kept
}
