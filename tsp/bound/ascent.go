package bound

import (
	"context"
	"math/bits"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// Candidates of a city in the graph of the ascent. Edges of the exact trees are added later, so that a short list is enough.
const (
	nearest       = 5
	sector        = 1
	nearestMatrix = 24
)

// ascent changes the weights of cities on a graph, and computes 1-trees of all edges with these weights.
type ascent struct {
	in    *tsp.Instance // cities are in the order of a curve
	graph *onetree.Graph
	bits  int   // a unit of distance weighs 2 to this power
	most  int64 // the largest absolute weight of a city
}

func newAscent(ctx context.Context, in *tsp.Instance) (*ascent, error) {
	in = alongCurve(in)
	n := in.Dimension()
	near, around := nearest, sector
	if in.Metric == tsp.Explicit {
		near, around = nearestMatrix, 0
	}
	if near+around*in.Metric.Sectors() >= n {
		near, around = n-1, 0
	}
	lists, err := tsp.Candidates(ctx, in, near, around)
	if err != nil {
		return nil, err
	}
	cities := make([]uint32, n)
	for i := range cities {
		cities[i] = uint32(i)
	}
	unit := unitBits(in)
	a := &ascent{in, onetree.NewGraph(cities, lists, in.DistanceFunc(), 1<<unit), unit, maxWeight / int64(n)}
	a.graph.Connect()
	return a, nil
}

// maxWeight bounds the sum of the absolute weights of all cities, so that no sum of weights exceeds 64 bits.
const maxWeight = 1 << 60

// unitBits returns for which power of 2, from 0 to 16, a unit of distance is about 2¹⁶ divided by a mean edge. So a tree weighs less than
// 2¹⁶ times 2³¹ cities, or is as long as with whole numbers.
func unitBits(in *tsp.Instance) int {
	const most = 16
	n, length, distance := in.Dimension(), int64(0), in.DistanceFunc()
	for city := range n {
		length += distance(uint32(city), uint32((city+1)%n))
	}
	return max(most-bits.Len64(uint64(length/int64(n))), 0)
}

// alongCurve returns the instance with its cities in the order of a space-filling curve; a matrix as it is.
func alongCurve(in *tsp.Instance) *tsp.Instance {
	if in.Metric == tsp.Explicit {
		return in
	}
	return in.Part(tsp.SpaceFilling(in))
}

// run makes the phases and returns the largest bound of their trees.
func (a *ascent) run(ctx context.Context, options Options, started time.Time) (*Result, error) {
	began := time.Now()
	best, err := a.lastTree(ctx)
	if err != nil {
		return nil, err
	}
	plan := newPlan(a, options, started, time.Since(began))
	for i, step := range plan.phases {
		if err := plan.ascend(ctx, a.graph, i, step); err != nil {
			return nil, err
		}
		tree, err := a.lastTree(ctx)
		if err != nil {
			return nil, err
		}
		plan.completed()
		if tree.Length > best.Length {
			best = tree
		}
	}
	best.Iterations = plan.done
	return best, nil
}
