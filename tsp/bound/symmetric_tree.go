package bound

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// matrixTree returns the edges of a minimum 1-tree of a matrix.
func (s *symmetric) matrixTree(ctx context.Context) ([][2]uint32, error) {
	weight := s.weight()
	tree, err := onetree.NewComplete(ctx, s.in.Dimension(), weight)
	if err != nil {
		return nil, err
	}
	edges := tree.Edges()
	s.graph.AddMissing(edges)
	special, _, err := tree.Special(ctx)
	if err != nil {
		return nil, err
	}
	other, _ := onetree.SecondOf(special, s.in.Dimension(), weight)
	return append(edges, [2]uint32{special, other}), nil
}

// planeTree returns the edges of a minimum 1-tree of cities with coordinates.
func (s *symmetric) planeTree(ctx context.Context) ([][2]uint32, error) {
	tree, err := newSpanning(ctx, newBoxes(s.in, s.graph.Nodes), s.graph)
	if err != nil {
		return nil, err
	}
	edges := make([][2]uint32, 0, len(tree.edges)+1)
	for _, e := range tree.edges {
		edges = append(edges, [2]uint32{e.a, e.b})
		if e.added {
			s.graph.Add(e.a, e.b)
		}
	}
	return append(edges, s.additional(edges)), nil
}

// maxSpecial is the number of leaves whose edges additional computes all. Nearly always the
// first has the heaviest second edge.
const maxSpecial = 16

// additional returns the second lightest edge of a leaf of a minimum spanning tree of all edges.
// It starts with the leaf whose second edge is the heaviest in the graph, and stops when no other
// leaf can have a heavier one among all edges.
func (s *symmetric) additional(tree [][2]uint32) [2]uint32 {
	n := len(s.graph.Nodes)
	degree, lightest, second := make([]int, n), make([]int64, n), make([]int64, n)
	var leaves []uint32
	for _, e := range tree {
		degree[e[0]]++
		degree[e[1]]++
	}
	for city := range degree {
		lightest[city], second[city] = math.MaxInt64, math.MaxInt64
		if degree[city] == 1 {
			leaves = append(leaves, uint32(city))
		}
	}
	for _, e := range s.graph.Edges {
		w := s.graph.Weight(e)
		for _, city := range [2]uint32{e.A, e.B} {
			second[city] = min(second[city], max(lightest[city], w))
			lightest[city] = min(lightest[city], w)
		}
	}
	best, most, weight := [2]uint32{}, int64(math.MinInt64), s.weight()
	for range min(maxSpecial, len(leaves)) {
		at := 0
		for i, leaf := range leaves {
			if second[leaf] > second[leaves[at]] {
				at = i
			}
		}
		leaf := leaves[at]
		if second[leaf] <= most {
			break
		}
		if other, w := onetree.SecondOf(leaf, n, weight); w > most {
			best, most = [2]uint32{leaf, other}, w
		}
		leaves = slices.Delete(leaves, at, at+1)
	}
	return best
}

// weight returns the function of the weights of edges. Fixed edges are the lightest.
func (s *symmetric) weight() func(i, j uint32) int64 {
	distance, nodes, bits, partner := s.distance, s.graph.Nodes, s.bits, s.partner
	if partner == nil {
		return func(i, j uint32) int64 { return distance(i, j)<<bits + nodes[i] + nodes[j] }
	}
	return func(i, j uint32) int64 {
		w := distance(i, j)<<bits + nodes[i] + nodes[j]
		if partner[i] == j {
			w -= onetree.Bonus
		}
		return w
	}
}
