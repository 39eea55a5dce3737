package neighbour

import (
	"cmp"
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// maxAscent is the largest number of steps of [Alpha]. With more, weights could exceed 64 bits.
const maxAscent = 1000

// Alpha returns a candidate list for each city, one list after the other: the width cities with
// the smallest alpha values, in the order of alpha, then of distance, then of number. The alpha
// value of an edge is how much longer a minimum 1-tree is if it must have this edge (Helsgaun, "An
// effective implementation of the Lin-Kernighan traveling salesman heuristic", European Journal of
// Operational Research 126, 2000, section 4). First, a subgradient ascent gives each city a weight
// that make the 1-tree similar to a tour. It has the given number of steps, 0 to 1000; more
// than a hundred improve the lists hardly.
//
// Candidates are lists of equal length, as [Candidates] returns them. The 1-trees and the lists of
// the result have only edges of these lists; for EXPLICIT the last 1-tree and the result have
// edges between any cities. The instance must be symmetric, and a list must have 2 or more cities
// and at least width. Otherwise the error is an [*tsp.Error].
//
// The result does not depend on the number of processors. A step takes time about proportional to
// the number of candidates. For EXPLICIT there are also a few steps in time proportional to n².
// Alpha returns the context's error when the context ends.
func Alpha(ctx context.Context, in *tsp.Instance, candidates []uint32, width, steps int) ([]uint32, error) {
	if err := refuseAlpha(in, candidates, width, steps); err != nil {
		return nil, err
	}
	if in.Metric == tsp.Explicit {
		return alphaOfMatrix(ctx, in, candidates, width, steps)
	}
	order, err := places.Order(ctx, in)
	if err != nil {
		return nil, err
	}
	g := onetree.NewGraph(order, candidates, in.DistanceFunc(), weightUnit)
	g.Connect()
	if err := g.AscendBlocks(ctx, steps); err != nil {
		return nil, err
	}
	t := g.OneTree()
	forest := g.Forest(t.Tree)
	first, numbers := g.ByPlace()
	return alphaLists(ctx, g.Cities, width, func(place uint32, to *alphaSmallest, _ *[]int64) {
		for _, i := range numbers[first[place]:first[place+1]] {
			e := g.Edges[i]
			other := g.Cities[e.A^e.B^place]
			to.offer(alphaKey{t.Alpha(forest, e, g.Weight(e)), places.Key(e.Length/weightUnit, other)})
		}
	})
}

// weightUnit is the weight of a unit of distance: weights of cities are fractions of it.
const weightUnit = 64

// alphaOfMatrix returns the lists of [Alpha] for EXPLICIT. The curve of a matrix visits its cities
// in order, so that places are cities.
func alphaOfMatrix(ctx context.Context, in *tsp.Instance, candidates []uint32, width, steps int) ([]uint32, error) {
	n, distance := in.Dimension(), in.DistanceFunc()
	order, err := places.Order(ctx, in)
	if err != nil {
		return nil, err
	}
	g := onetree.NewGraph(order, candidates, distance, weightUnit)
	weight := func(a, b uint32) int64 { return distance(a, b)*weightUnit + g.Nodes[a] + g.Nodes[b] }
	tree, err := onetree.NewComplete(ctx, n, weight)
	if err != nil {
		return nil, err
	}
	g.AddMissing(tree.Edges())
	if _, err := g.Ascend(ctx, steps, onetree.FromZero); err != nil {
		return nil, err
	}
	if tree, err = onetree.NewComplete(ctx, n, weight); err != nil {
		return nil, err
	}
	special, second, err := tree.Special(ctx)
	if err != nil {
		return nil, err
	}
	return alphaLists(ctx, g.Cities, width, func(city uint32, to *alphaSmallest, heaviest *[]int64) {
		if *heaviest == nil {
			*heaviest = make([]int64, n)
		}
		tree.Heaviest(city, *heaviest)
		for i, edge := range *heaviest {
			other := uint32(i)
			if other == city {
				continue
			}
			alpha := weight(city, other)
			if city == special || other == special {
				alpha = max(alpha-second, 0)
			} else {
				alpha -= edge
			}
			to.offer(alphaKey{alpha, places.Key(distance(city, other), other)})
		}
	})
}

// refuseAlpha returns why the arguments of Alpha are not valid, or nil.
func refuseAlpha(in *tsp.Instance, candidates []uint32, width, steps int) error {
	const operation = "alpha-nearest"
	n := in.Dimension()
	if !in.Symmetric() {
		return tsp.Errorf(operation, "the instance is asymmetric (%s); 1-trees need a symmetric one", in.Kind)
	}
	if steps < 0 || steps > maxAscent {
		return tsp.Errorf(operation, "%d steps are outside 0..%d", steps, maxAscent)
	}
	if err := CheckLists(operation, n, candidates); err != nil {
		return err
	}
	length := len(candidates) / n
	if width < 1 || length < 2 || width > length {
		return tsp.Errorf(operation,
			"%d cities from lists of %d: lists have 2 or more, and the result has 1 to as many", width, length)
	}
	for city := range n {
		list := candidates[city*length:][:length]
		for i, other := range list {
			if int(other) == city || slices.Contains(list[:i], other) {
				return tsp.Errorf(operation, "city %d has candidate %d twice, or is its own", city, other)
			}
		}
	}
	return nil
}

// alphaKey orders cities by their alpha values, then as Key does.
type alphaKey struct {
	alpha int64
	near  uint64
}

func (k alphaKey) compare(other alphaKey) int {
	return cmp.Or(cmp.Compare(k.alpha, other.alpha), cmp.Compare(k.near, other.near))
}

// alphaSmallest keeps the smallest of the keys offered, in ascending order.
type alphaSmallest struct {
	keys  []alphaKey
	width int
}

func (s *alphaSmallest) offer(key alphaKey) {
	if len(s.keys) == s.width {
		if key.compare(s.keys[s.width-1]) >= 0 {
			return
		}
		s.keys = s.keys[:s.width-1]
	}
	at, _ := slices.BinarySearchFunc(s.keys, key, alphaKey.compare)
	s.keys = slices.Insert(s.keys, at, key)
}

// alphaLists returns a list of width cities for each city. The function offers the keys of the
// others for the city at a place; its buffer is for its own use.
func alphaLists(ctx context.Context, cities []uint32, width int,
	offer func(place uint32, to *alphaSmallest, buffer *[]int64)) ([]uint32, error) {
	lists := make([]uint32, len(cities)*width)
	err := parallel.Batches(ctx, len(cities), func(from, to int) {
		smallest, buffer := alphaSmallest{width: width}, []int64(nil)
		for place := from; place < to; place++ {
			smallest.keys = smallest.keys[:0]
			offer(uint32(place), &smallest, &buffer)
			list := lists[int(cities[place])*width:][:width]
			for k, key := range smallest.keys {
				list[k] = uint32(key.near)
			}
		}
	})
	return lists, err
}
