package tsp

import (
	"context"
	"math"
	"slices"
)

const (
	// blockCities is the largest number of cities in a block of ascendAll. Smaller blocks have too many cities at borders.
	blockCities = 4096
	// meanEdge and lateEdge are the parts of a mean edge by which the first step of an ascent changes weights: from zero weights, and from
	// the weights of another ascent. 1/5 of a mean edge led to larger bounds than 1/20 where cities are clustered, to smaller ones where
	// they are uniform.
	meanEdge, lateEdge = 10, 40
)

// ascend changes the weights of cities in steps: cities with more than two edges in the 1-tree become heavier, cities with one
// lighter. It keeps the weights with the heaviest 1-tree, which is a lower bound of all tours (Held and Karp, "The Traveling-Salesman
// Problem and Minimum Spanning Trees: Part II", Mathematical Programming 1, 1971). The change follows the degrees of the last two
// trees as Helsgaun's does; its size falls to 0 with the square of the steps left.
//
// The first change for each missing or additional edge is a part of a mean edge.
func (g *graph) ascend(ctx context.Context, steps, part int) error {
	best, most := slices.Clone(g.nodes), int64(math.MinInt64)
	before := make([]int32, len(g.nodes))
	var first int64
	for k := range steps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t := g.oneTree()
		if k == 0 {
			first = t.weight / int64(part*len(g.nodes))
			for place, degree := range t.degree {
				before[place] = degree - 2
			}
		}
		if t.weight > most {
			most = t.weight
			copy(best, g.nodes)
		}
		left, all := int64(steps-k), int64(steps)
		size := first * left / all * left / all
		for place, degree := range t.degree {
			g.nodes[place] += size * int64(7*(degree-2)+3*before[place]) / 10
			before[place] = degree - 2
		}
	}
	copy(g.nodes, best)
	return nil
}

// ascendAll is like ascend, but on large graphs it works on blocks of cities along the curve, on all processors. At the borders of
// blocks the weights are poor. So there is a second ascent, with borders in the middle of these blocks and half the steps.
func (g *graph) ascendAll(ctx context.Context, steps int) error {
	n := len(g.nodes)
	if n <= blockCities || g.in.Metric == Explicit { // a matrix has no curve
		return g.ascend(ctx, steps, meanEdge)
	}
	blocks := (n-1)/blockCities + 1
	first, second := []int{0}, []int{0}
	for block := range blocks {
		first = append(first, (block+1)*n/blocks)
		second = append(second, (2*block+1)*n/(2*blocks))
	}
	if err := g.ascendBlocks(ctx, first, steps, meanEdge); err != nil {
		return err
	}
	return g.ascendBlocks(ctx, append(second, n), steps/2, lateEdge)
}

// ascendBlocks ascends in blocks of the graph. Borders has the first place of each block, then the number of cities.
func (g *graph) ascendBlocks(ctx context.Context, borders []int, steps, part int) error {
	blocks, in := make([]graph, len(borders)-1), make([]int, len(g.nodes)) // by place: the block that the city is in
	for i := range blocks {
		from, to := borders[i], borders[i+1]
		blocks[i] = graph{in: g.in, cities: g.cities[from:to], nodes: g.nodes[from:to]}
		for place := from; place < to; place++ {
			in[place] = i
		}
	}
	for _, e := range g.edges {
		if i := in[e.a]; i == in[e.b] {
			from := uint32(borders[i])
			blocks[i].edges = append(blocks[i].edges, edge{e.a - from, e.b - from, e.length})
		}
	}
	inParts(len(blocks), len(blocks), func(i, _, _ int) {
		blocks[i].connect()
		_ = blocks[i].ascend(ctx, steps, part) // the error is that of the context
	})
	return ctx.Err()
}
