package onetree

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// BlockCities is the largest number of cities in a block of AscendBlocks. Smaller blocks have too
// many cities at borders.
const BlockCities = 4096

// Step is the first change of the weight of a city for each missing or additional edge, as a
// fraction of a mean edge.
type Step struct{ Times, Part int64 }

// FromZero and FromWeights are steps of ascents from zero weights, and from the weights of another
// ascent. 1/5 of a mean edge led to larger bounds than 1/20 where cities are clustered, to smaller
// ones where they are uniform.
var FromZero, FromWeights = Step{1, 10}, Step{1, 40}

// Ascend changes the weights of cities in steps: cities with more than two edges in the 1-tree
// become heavier, cities with one lighter. It keeps the weights with the heaviest 1-tree, which is
// a lower bound of all tours (Held and Karp, "The Traveling-Salesman Problem and Minimum Spanning
// Trees: Part II", Mathematical Programming 1, 1971). The change follows the degrees of the last
// two trees as Helsgaun's does; its size falls from the size of the first step to 0 with the
// square of the steps left. When the context ends, it keeps the best weights so far and returns
// the context's error. It returns the number of steps that it made.
func (g *Graph) Ascend(ctx context.Context, steps int, step Step) (made int, err error) {
	best, most := slices.Clone(g.Nodes), int64(math.MinInt64)
	before, trees := make([]int32, len(g.Nodes)), newBuilder(g, blockPlaces)
	var first int64
	for ; made < steps && ctx.Err() == nil; made++ {
		t := trees.oneTree()
		if made == 0 {
			first = t.Weight / (step.Part * int64(len(g.Nodes))) * step.Times
			for place, degree := range t.Degree {
				before[place] = degree - 2
			}
		}
		if t.Weight > most {
			most = t.Weight
			copy(best, g.Nodes)
		}
		left, all := int64(steps-made), int64(steps)
		size := first * left / all * left / all
		for place, degree := range t.Degree {
			g.Nodes[place] += size * int64(7*(degree-2)+3*before[place]) / 10
			before[place] = degree - 2
		}
	}
	copy(g.Nodes, best)
	return made, ctx.Err()
}

// AscendBlocks is like Ascend, but on large graphs it works on blocks of cities along the curve,
// on all processors. At the borders of blocks the weights are poor. So there is a second ascent,
// with borders in the middle of these blocks and half the steps.
func (g *Graph) AscendBlocks(ctx context.Context, steps int) error {
	n := len(g.Nodes)
	if n <= BlockCities {
		_, err := g.Ascend(ctx, steps, FromZero)
		return err
	}
	blocks := (n-1)/BlockCities + 1
	first, second := []int{0}, []int{0}
	for block := range blocks {
		first = append(first, (block+1)*n/blocks)
		second = append(second, (2*block+1)*n/(2*blocks))
	}
	if err := g.ascendBlocks(ctx, first, steps, FromZero); err != nil {
		return err
	}
	return g.ascendBlocks(ctx, append(second, n), steps/2, FromWeights)
}

// ascendBlocks ascends in blocks of the graph. Borders has the first place of each block, then the
// number of cities.
func (g *Graph) ascendBlocks(ctx context.Context, borders []int, steps int, step Step) error {
	blocks, in := make([]Graph, len(borders)-1), make([]int, len(g.Nodes)) // by place: the block that the city is in
	for i := range blocks {
		from, to := borders[i], borders[i+1]
		blocks[i] = Graph{Cities: g.Cities[from:to], Nodes: g.Nodes[from:to], distance: g.distance, unit: g.unit}
		for place := from; place < to; place++ {
			in[place] = i
		}
	}
	for _, e := range g.Edges {
		if i := in[e.A]; i == in[e.B] {
			from := uint32(borders[i])
			blocks[i].Edges = append(blocks[i].Edges, Edge{e.A - from, e.B - from, e.Length})
		}
	}
	parallel.Parts(len(blocks), len(blocks), func(i, _, _ int) {
		blocks[i].Connect()
		_, _ = blocks[i].Ascend(ctx, steps, step) // the context has the error, too
	})
	return ctx.Err()
}
