package onetree

import "math"

// block makes the part of a minimum spanning tree inside a range of places. In each round, each
// component takes its lightest edge; the next round has the components that these edges make
// (Borůvka 1926). Unlike a sort of the edges, a round reads them in the order of their places. A
// component whose lightest edge leads out of the block takes none.
type block struct {
	from, to uint32
	touching []uint32 // the numbers of the edges with one or two places in the block
	crossing []uint32 // by those with one: the index among the edges between blocks

	edges      []contracted // memory for left
	left       []contracted // edges between components
	components int
	lightest   []numbered // by component: its lightest edge to another, as an index in left
	parent     []uint32   // by component: one that it is joined with, and not a larger one
	label      []uint32   // by component: the component of the next round
	tree       []numbered // the edges of the tree
}

// newBlock returns a block without edges, with memory for the components.
func newBlock(components int) block {
	return block{lightest: make([]numbered, components), parent: make([]uint32, components),
		label: make([]uint32, components)}
}

// begin makes each place a component, and finds the two lightest edges of each.
func (b *block) begin(g *Graph, second []numbered) {
	b.left, b.tree, b.components = b.edges, b.tree[:0], int(b.to-b.from)
	clearLightest(b.lightest)
	for i, number := range b.touching {
		e := g.Edges[number]
		now := contracted{numbered{g.Weight(e), number}, outside, outside}
		for side, place := range [2]uint32{e.A, e.B} {
			if place < b.from || place >= b.to {
				continue
			}
			if side == 0 {
				now.a = place - b.from
			} else {
				now.b = place - b.from
			}
			switch lightest := &b.lightest[place-b.from]; {
			case now.weight < lightest.weight:
				if lightest.number != noEdge {
					second[place] = b.left[lightest.number].numbered
				}
				*lightest = numbered{now.weight, uint32(i)}
			case now.weight < second[place].weight:
				second[place] = now.numbered
			}
		}
		b.left[i] = now
	}
}

// span makes rounds until no component takes an edge.
func (b *block) span() {
	for b.components > 1 && b.join() {
		b.contract()
		b.findLightest()
	}
}

// findLightest finds the lightest edge of each component.
func (b *block) findLightest() {
	clearLightest(b.lightest[:b.components])
	for i := range b.left {
		e := &b.left[i]
		for _, component := range [2]uint32{e.a, e.b} {
			if component == outside {
				continue
			}
			lightest := &b.lightest[component]
			if e.weight < lightest.weight || e.weight == lightest.weight && e.number < b.left[lightest.number].number {
				*lightest = numbered{e.weight, uint32(i)}
			}
		}
	}
}

func clearLightest(list []numbered) {
	for i := range list {
		list[i] = numbered{math.MaxInt64, noEdge}
	}
}

// join adds the lightest edge of each component to the tree and labels the components of the next
// round. It reports whether there is such an edge.
func (b *block) join() bool {
	for c := range b.components {
		b.parent[c] = uint32(c)
	}
	before := len(b.tree)
	for _, lightest := range b.lightest[:b.components] {
		if lightest.number == noEdge {
			continue
		}
		e := &b.left[lightest.number]
		if e.a == outside || e.b == outside {
			continue
		}
		if p, q := b.root(e.a), b.root(e.b); p != q {
			b.parent[max(p, q)] = min(p, q)
			b.tree = append(b.tree, e.numbered)
		}
	}
	if len(b.tree) == before {
		return false
	}
	next := uint32(0)
	for c := range b.components {
		if parent := b.parent[c]; parent != uint32(c) {
			b.label[c] = b.label[parent]
			continue
		}
		b.label[c] = next
		next++
	}
	b.components = int(next)
	return true
}

// root returns the smallest component that a component is joined with, and halves the path to it.
func (b *block) root(c uint32) uint32 {
	for b.parent[c] != c {
		b.parent[c] = b.parent[b.parent[c]]
		c = b.parent[c]
	}
	return c
}

// contract keeps the edges between different components of the next round, in their order.
func (b *block) contract() {
	kept := b.left[:0]
	for _, e := range b.left {
		if e.a != outside {
			e.a = b.label[e.a]
		}
		if e.b != outside {
			e.b = b.label[e.b]
		}
		if e.a != e.b {
			kept = append(kept, e)
		}
	}
	b.left = kept
}
