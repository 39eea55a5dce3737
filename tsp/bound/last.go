package bound

import (
	"context"
	"slices"
)

// lastTree returns the bound of a minimum 1-tree of all edges with the weights of the graph.
func (a *ascent) lastTree(ctx context.Context) (*Result, error) {
	for city, w := range a.graph.Nodes {
		a.graph.Nodes[city] = min(max(w, -a.most), a.most)
	}
	edges, err := a.tree(ctx)
	if err != nil {
		return nil, err
	}
	return a.result(edges), nil
}

// result returns the bound of a 1-tree: the lengths of its edges, and for each city its weight times the number of edges that it has more than
// 2. A tour has 2 edges at each city, so that weights do not change its length.
func (a *ascent) result(edges [][2]uint32) *Result {
	degrees := make([]int, len(a.graph.Nodes))
	length := int64(0)
	for _, e := range edges {
		length += a.distance(e[0], e[1])
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
