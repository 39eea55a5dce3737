package bound

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// Candidates of a city in the graph of the ascent. Edges of the exact trees are added later, so
// that a short list is enough. A matrix has no sectors: si1032 had a gap of .16% with the 24
// nearest and .51% with 16.
const (
	nearest       = 5
	sector        = 1
	nearestMatrix = 24
	// mostAtOnePlace bounds the cities at one place that lists have beside the nearest others.
	// Without them ho14473, with up to 26, had a gap of 10.6%, and with them 1.3%.
	mostAtOnePlace = 20
)

// ascent changes the weights of cities on a graph, and computes 1-trees of all edges with these
// weights.
type ascent struct {
	graph    *onetree.Graph
	bits     int   // a unit of distance weighs 2 to this power
	most     int64 // the largest absolute weight of a city
	priced   bool  // the weights are prices from the start
	first    int64 // a bound that needs no tree
	distance func(i, j uint32) int64
	partner  []uint32 // by node: the one that a fixed edge joins it with, or itself; nil without fixed edges
	// tree makes a minimum 1-tree of all edges, and adds its edges that the graph lacks to it.
	tree func(context.Context) ([][2]uint32, error)
}

// newAscent returns the ascent of an instance with at most one fixed edge for each city. The graph
// is nil if the context limited ended before it was complete, but not before first was.
func newAscent(ctx, limited context.Context, in *tsp.Instance, options Options, started time.Time) (*ascent, error) {
	if in.Symmetric() {
		s, err := newSymmetric(limited, in)
		if err != nil {
			return nil, err
		}
		return &s.ascent, nil
	}
	half, cancel := options.limit(ctx, started, 2)
	defer cancel()
	prices := newAssignment(half, in)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := newPairs(limited, prices)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	return &p.ascent, nil
}

// maxWeight bounds the sum of the absolute weights of all cities, so that no sum of weights
// exceeds 64 bits.
const maxWeight = 1 << 60

// unitBits returns the power of 2, from 0 to 16, such that a unit of distance is about 2¹⁶ divided by
// a mean of n edges. So a tree weighs less than 2¹⁶ times 2³¹ cities, or is as long as with whole
// numbers.
func unitBits(length int64, n int) int {
	const most = 16
	return max(most-bits.Len64(uint64(length/int64(n))), 0)
}

// run makes the phases and returns the largest bound of their trees. When the context limited
// ends, it returns the largest so far.
func (a *ascent) run(ctx, limited context.Context, options Options, started time.Time) (*Result, error) {
	best := &Result{Length: a.first}
	if a.graph == nil {
		return best, ctx.Err()
	}
	began := time.Now()
	tree, err := a.lastTree(limited)
	if err != nil {
		return best, ctx.Err()
	}
	best = larger(best, tree)
	plan := newPlan(a, options, started, time.Since(began))
	for i, step := range plan.phases {
		if plan.late() {
			break
		}
		if err := plan.ascend(ctx, a.graph, i, step); err != nil {
			return nil, err
		}
		tree, err := a.lastTree(limited)
		if err != nil {
			break
		}
		plan.completed()
		best = larger(best, tree)
	}
	best.Iterations = plan.done
	return best, ctx.Err()
}

// larger returns the larger of two bounds, the second if they are equal.
func larger(a, b *Result) *Result {
	if a.Length > b.Length {
		return a
	}
	return b
}

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

// result returns the bound of a 1-tree: the lengths of its edges, and for each city its weight
// times the number of edges that it has more than 2. A tour has 2 edges at each city, so that
// weights do not change its length.
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
	// Lengths of tours are whole numbers, so that the bound is rounded up. An arithmetic shift
	// would round down.
	return &Result{Length: length - (-weight >> a.bits), Degrees: count}
}
