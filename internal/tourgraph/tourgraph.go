// Package tourgraph tells whether a directed graph may have a tour: a closed walk that visits each
// node once.
package tourgraph

import (
	"context"
	"math/bits"
	"slices"
)

// Graph has the nodes 0..Nodes-1. Edge reports whether an edge leads from one node to another one;
// for a node and itself it is false.
type Graph struct {
	Nodes int
	Edge  func(from, to int) bool
}

// MayHaveTour reports whether the graph has a tour. Up to 16 nodes the answer is exact. With more,
// it is also true for some graphs without a tour. When the context ends, the answer is undefined.
func (g Graph) MayHaveTour(ctx context.Context) bool {
	const exact = 16 // nodes: 2¹⁶ sets of visited ones
	if g.Nodes <= exact {
		return g.hasTour()
	}
	if g.Unreached(ctx, 0, true) >= 0 || g.Unreached(ctx, 0, false) >= 0 {
		return false
	}
	for node := range g.Nodes {
		if ctx.Err() == nil && !g.CanVisit(node) {
			return false
		}
	}
	return true
}

// CanVisit reports whether a tour may enter a node and leave it: with more than two nodes for another
// one than it came from.
func (g Graph) CanVisit(node int) bool {
	if g.Nodes == 1 {
		return true
	}
	enter, leave, others := 0, 0, 0
	neighbours := min(g.Nodes-1, 2)
	for other := range g.Nodes {
		enters, leaves := g.Edge(other, node), g.Edge(node, other)
		if enters {
			enter++
		}
		if leaves {
			leave++
		}
		if enters || leaves {
			others++
		}
		if min(enter, leave) > 0 && others >= neighbours {
			return true
		}
	}
	return false
}

// Unreached returns the first node without a path from a root or, backwards, without a path to it. It
// is -1 if there is none, and when the context ends.
func (g Graph) Unreached(ctx context.Context, root int, forwards bool) int {
	var rest []int
	for node := range g.Nodes {
		if node != root {
			rest = append(rest, node)
		}
	}
	for reached := []int{root}; len(reached) > 0 && len(rest) > 0; reached = reached[1:] {
		if ctx.Err() != nil {
			return -1
		}
		rest = slices.DeleteFunc(rest, func(node int) bool {
			found := forwards && g.Edge(reached[0], node) || !forwards && g.Edge(node, reached[0])
			if found {
				reached = append(reached, node)
			}
			return found
		})
	}
	return append(rest, -1)[0]
}

// hasTour reports whether there is a tour. It looks at all sets of visited nodes (Held and Karp,
// "A dynamic programming approach to sequencing problems", 1962).
func (g Graph) hasTour() bool {
	out := make([]uint64, g.Nodes) // by node: the nodes to which edges lead
	for from := range out {
		for to := range g.Nodes {
			if g.Edge(from, to) {
				out[from] |= 1 << to
			}
		}
	}
	after := func(nodes uint64) (next uint64) {
		for ; nodes != 0; nodes &= nodes - 1 {
			next |= out[bits.TrailingZeros64(nodes)]
		}
		return next
	}
	all := uint64(1)<<g.Nodes - 1
	last := make([]uint64, all+1) // by set: the nodes at which a path from node 0 through the set can end
	last[1] = 1
	for visited := uint64(1); visited < all; visited += 2 {
		next := after(last[visited]) &^ visited
		for ; next != 0; next &= next - 1 {
			node := next & -next
			last[visited|node] |= node
		}
	}
	return g.Nodes == 1 || after(last[all])&1 != 0
}
