package onetree

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

const (
	// noEdge stands for no edge.
	noEdge = math.MaxUint32

	// outside stands for a component of another block.
	outside = math.MaxUint32

	// blockPlaces is the number of places of a block: few edges lead out of one, and its data fit
	// a processor's cache.
	blockPlaces = 1 << 14
)

// builder makes minimum 1-trees of a graph, one after the other in the same memory. It makes the
// parts of a tree inside blocks of places on all processors, then joins them. The order of the
// edges by weight and number determines the tree, so it does not depend on the blocks.
type builder struct {
	graph    *Graph
	tree     OneTree
	second   []numbered // by place: the second lightest edge
	blocks   []block
	joined   block        // its places are the components of the blocks
	crossing []contracted // edges between blocks, in the order of their numbers
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

func newBuilder(g *Graph, places int) *builder {
	n := len(g.Nodes)
	b := &builder{graph: g, tree: OneTree{Degree: make([]int32, n), Tree: make([]uint32, 0, n)},
		second: make([]numbered, n)}
	count := (n-1)/places + 1
	memory := newBlock(n)
	for i := range count {
		from, to := uint32(i*n/count), uint32((i+1)*n/count)
		b.blocks = append(b.blocks, block{
			from: from, to: to, lightest: memory.lightest[from:to], parent: memory.parent[from:to],
			label: memory.label[from:to],
		})
	}
	at := 0 // the block of the edge before; edges of near numbers are near
	blockOf := func(place uint32) *block {
		for place < b.blocks[at].from {
			at--
		}
		for place >= b.blocks[at].to {
			at++
		}
		return &b.blocks[at]
	}
	for number, e := range g.Edges {
		first, second := blockOf(e.A), blockOf(e.B)
		first.touching = append(first.touching, uint32(number))
		if first != second {
			second.touching = append(second.touching, uint32(number))
			crossing := uint32(len(b.crossing))
			first.crossing, second.crossing = append(first.crossing, crossing), append(second.crossing, crossing)
			b.crossing = append(b.crossing, contracted{numbered: numbered{number: uint32(number)}})
		}
	}
	for i := range b.blocks {
		b.blocks[i].edges = make([]contracted, len(b.blocks[i].touching))
	}
	return b
}

// spanning makes the minimum spanning tree and finds the second lightest edge of each city.
func (b *builder) spanning() {
	t := &b.tree
	t.Tree, t.Weight = t.Tree[:0], 0
	parallel.Parts(len(b.blocks), len(b.blocks), func(i, _, _ int) {
		block := &b.blocks[i]
		clear(t.Degree[block.from:block.to])
		clearLightest(b.second[block.from:block.to])
		block.begin(b.graph, b.second)
		block.span()
		for _, e := range block.tree {
			t.Degree[b.graph.Edges[e.number].A]++
			t.Degree[b.graph.Edges[e.number].B]++
		}
	})
	for i := range b.blocks {
		for _, e := range b.blocks[i].tree {
			t.Tree, t.Weight = append(t.Tree, e.number), t.Weight+e.weight
		}
	}
	if len(b.blocks) > 1 {
		b.join()
	}
}

// join makes the edges of the tree between the components of the blocks.
func (b *builder) join() {
	components := 0
	rest := b.joined.edges[:0]
	for i := range b.blocks {
		block, crossing := &b.blocks[i], 0
		for _, e := range block.left {
			switch first := uint32(components); {
			case e.b == outside:
				c := &b.crossing[block.crossing[crossing]]
				c.weight, c.a = e.weight, first+e.a
				crossing++
			case e.a == outside:
				b.crossing[block.crossing[crossing]].b = first + e.b
				crossing++
			default:
				rest = append(rest, contracted{e.numbered, first + e.a, first + e.b})
			}
		}
		components += block.components
	}
	rest = append(rest, b.crossing...)
	if len(b.joined.parent) < components {
		b.joined = newBlock(components)
	}
	b.joined.edges, b.joined.left, b.joined.components, b.joined.tree = rest, rest, components, b.joined.tree[:0]
	b.joined.findLightest()
	b.joined.span()
	for _, e := range b.joined.tree {
		b.tree.Tree = append(b.tree.Tree, e.number)
		b.take(e)
	}
}
