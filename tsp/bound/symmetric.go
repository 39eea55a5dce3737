package bound

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// symmetric is the ascent of a symmetric instance.
type symmetric struct {
	ascent
	in *tsp.Instance // cities are in the order of a curve
}

func newSymmetric(ctx context.Context, in *tsp.Instance) (*symmetric, error) {
	in, err := alongCurve(ctx, in)
	if err != nil {
		return nil, err
	}
	n := in.Dimension()
	near, around := nearest+atOnePlace(in, mostAtOnePlace)-1, sector
	if in.Metric == tsp.Explicit {
		near, around = nearestMatrix, 0
	}
	if near+around*in.Metric.Sectors() >= n {
		near, around = n-1, 0
	}
	lists, err := neighbour.Candidates(ctx, in, near, around)
	if err != nil {
		return nil, err
	}
	cities := cityset.All[uint32](n)
	s := &symmetric{in: in}
	unit, distance := unitBits(aroundAll(in), n), in.DistanceFunc()
	s.ascent = ascent{graph: onetree.NewGraph(cities, lists, distance, 1<<unit), bits: unit,
		most: maxWeight / int64(n), first: halfOfNearest(lists, distance, n), distance: distance, tree: s.planeTree}
	if in.Metric == tsp.Explicit {
		s.tree = s.matrixTree
	}
	s.fix(cities)
	s.graph.Connect()
	return s, nil
}

// atOnePlace returns the least number of cities at one place, up to most, that no more than one
// of 128 cities exceeds. The cities are along a curve, so those at one place follow one another.
func atOnePlace(in *tsp.Instance, most int) int {
	at := make([]int, most+1) // by cities at a place, the last with all above: cities
	for from, city := 0, 1; city <= len(in.X); city++ {
		if city == len(in.X) || in.X[city] != in.X[from] || in.Y[city] != in.Y[from] ||
			in.Z != nil && in.Z[city] != in.Z[from] {
			at[min(city-from, most)] += city - from
			from = city
		}
	}
	const share = 128
	for above := 0; most > 1 && (above+at[most])*share <= len(in.X); most-- {
		above += at[most]
	}
	return most
}

// halfOfNearest returns half of the sum of the distances from each of n cities to its two nearest
// ones, rounded up. A tour has two edges at each city, none shorter than these. The lists have the
// nearest cities, all of the same length.
func halfOfNearest(lists []uint32, distance func(i, j uint32) int64, n int) int64 {
	sum, width := int64(0), len(lists)/n
	for city := range n {
		nearest, second := int64(math.MaxInt64), int64(math.MaxInt64)
		for _, other := range lists[city*width:][:width] {
			d := distance(uint32(city), other)
			second = min(second, max(nearest, d))
			nearest = min(nearest, d)
		}
		sum += nearest + second
	}
	return (sum + 1) / 2
}

// fix makes the fixed edges part of all 1-trees.
func (s *symmetric) fix(cities []uint32) {
	if len(s.in.Fixed) == 0 {
		return
	}
	s.partner = slices.Clone(cities)
	var edges [][2]uint32
	for _, e := range s.in.Fixed {
		a, b := uint32(e[0]), uint32(e[1])
		s.partner[a], s.partner[b] = b, a
		edges = append(edges, [2]uint32{a, b})
	}
	s.graph.Fix(edges)
}

// alongCurve returns the instance with its cities in the order of a space-filling curve; a matrix
// as it is.
func alongCurve(ctx context.Context, in *tsp.Instance) (*tsp.Instance, error) {
	if in.Metric == tsp.Explicit {
		return in, nil
	}
	order, err := construct.SpaceFilling(ctx, in)
	if err != nil {
		return nil, err
	}
	along, place := in.Part(order), make([]int32, len(order))
	for at, city := range order {
		place[city] = int32(at)
	}
	for _, e := range in.Fixed {
		along.Fixed = append(along.Fixed, tsp.Edge{place[e[0]], place[e[1]]})
	}
	return along, nil
}

// aroundAll returns the length of the tour in the order of the cities, without forbidden edges.
func aroundAll(in *tsp.Instance) int64 {
	n, length, distance := in.Dimension(), int64(0), in.DistanceFunc()
	for city := range n {
		d := distance(uint32(city), uint32((city+1)%n))
		if in.Forbidden == 0 || d < int64(in.Forbidden) {
			length += d
		}
	}
	return length
}
