package bound

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// lastTree returns the bound of a minimum 1-tree of all edges with the weights of the graph. Edges of the tree that the graph does not have are
// added to it.
func (a *ascent) lastTree(ctx context.Context) (*Result, error) {
	for city, w := range a.graph.Nodes {
		a.graph.Nodes[city] = min(max(w, -a.most), a.most)
	}
	tree := a.planeTree
	if a.in.Metric == tsp.Explicit {
		tree = a.matrixTree
	}
	edges, err := tree(ctx)
	if err != nil {
		return nil, err
	}
	return a.result(edges), nil
}

// result returns the bound of a 1-tree: the lengths of its edges, and for each city its weight times the number of edges that it has more than
// 2. A tour has 2 edges at each city, so that weights do not change its length.
func (a *ascent) result(edges [][2]uint32) *Result {
	degrees := make([]int, len(a.graph.Nodes))
	length, distance := int64(0), a.in.DistanceFunc()
	for _, e := range edges {
		length += distance(e[0], e[1])
		degrees[e[0]]++
		degrees[e[1]]++
	}
	weight, count := int64(0), make([]int, slices.Max(degrees)+1)
	for city, degree := range degrees {
		weight += int64(degree-2) * a.graph.Nodes[city]
		count[degree]++
	}
	// Lengths of tours are whole numbers, so that the bound is rounded up. An arithmetic shift would round down.
	return &Result{Length: length - (-weight >> a.bits), Degrees: count}
}

// matrixTree returns the edges of a minimum 1-tree of a matrix.
func (a *ascent) matrixTree(ctx context.Context) ([][2]uint32, error) {
	weight := a.weight()
	tree, err := onetree.NewComplete(ctx, a.in.Dimension(), weight)
	if err != nil {
		return nil, err
	}
	edges := tree.Edges()
	a.graph.AddMissing(edges)
	special, _, err := tree.Special(ctx)
	if err != nil {
		return nil, err
	}
	other, _ := onetree.SecondOf(special, a.in.Dimension(), weight)
	return append(edges, [2]uint32{special, other}), nil
}

// planeTree returns the edges of a minimum 1-tree of cities with coordinates.
func (a *ascent) planeTree(ctx context.Context) ([][2]uint32, error) {
	s, err := newSpanning(ctx, newBoxes(a.in, a.graph.Nodes), a.graph)
	if err != nil {
		return nil, err
	}
	edges := make([][2]uint32, 0, len(s.edges)+1)
	for _, e := range s.edges {
		edges = append(edges, [2]uint32{e.a, e.b})
		if e.added {
			a.graph.Add(e.a, e.b)
		}
	}
	return append(edges, a.additional(edges)), nil
}

// maxSpecial is the number of leaves for which additional computes all edges. Nearly always the first has the heaviest second edge.
const maxSpecial = 16

// additional returns the second lightest edge of a leaf of a minimum spanning tree of all edges. It starts with the leaf whose second edge is
// the heaviest in the graph, and stops when no other leaf can have a heavier one among all edges.
func (a *ascent) additional(tree [][2]uint32) [2]uint32 {
	n := len(a.graph.Nodes)
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
	for _, e := range a.graph.Edges {
		w := a.graph.Weight(e)
		for _, city := range [2]uint32{e.A, e.B} {
			second[city] = min(second[city], max(lightest[city], w))
			lightest[city] = min(lightest[city], w)
		}
	}
	best, most, weight := [2]uint32{}, int64(math.MinInt64), a.weight()
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

// weight returns the function of the weights of edges.
func (a *ascent) weight() func(a, b uint32) int64 {
	distance, nodes, bits := a.in.DistanceFunc(), a.graph.Nodes, a.bits
	return func(i, j uint32) int64 { return distance(i, j)<<bits + nodes[i] + nodes[j] }
}
