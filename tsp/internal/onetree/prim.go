package onetree

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Complete is a minimum spanning tree of all edges between n cities.
type Complete struct {
	Order  []uint32 // a parent comes before its children; city 0 is first
	Parent []uint32 // by city
	Joined []int64  // by city: the weight of the edge to its parent

	weight func(a, b uint32) int64
}

// NewComplete makes the tree from city 0 (Prim, "Shortest Connection Networks and Some
// Generalizations", Bell System Technical Journal 36, 1957), in time proportional to n². The
// function returns the weight of an edge. The error is the context's.
func NewComplete(ctx context.Context, n int, weight func(a, b uint32) int64) (*Complete, error) {
	t := &Complete{make([]uint32, 0, n), make([]uint32, n), make([]int64, n), weight}
	left := make([]uint32, 0, n) // cities that are not in the tree
	for city := range n {
		t.Joined[city] = math.MaxInt64
		left = append(left, uint32(city))
	}
	for at := 0; len(left) > 0; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		city := left[at]
		left[at] = left[len(left)-1]
		left = left[:len(left)-1]
		t.Order = append(t.Order, city)
		at = 0
		for i, other := range left {
			if w := weight(city, other); w < t.Joined[other] {
				t.Joined[other], t.Parent[other] = w, city
			}
			if t.Joined[other] < t.Joined[left[at]] {
				at = i
			}
		}
	}
	return t, nil
}

// Edges returns the edges of the tree, each as a city and its parent.
func (t *Complete) Edges() [][2]uint32 {
	edges := make([][2]uint32, 0, len(t.Order))
	for _, city := range t.Order[1:] {
		edges = append(edges, [2]uint32{city, t.Parent[city]})
	}
	return edges
}

// Special returns the leaf whose second lightest edge is the heaviest, the smallest of several,
// and the weight of this edge. The error is the context's.
func (t *Complete) Special(ctx context.Context) (special uint32, second int64, err error) {
	n := len(t.Parent)
	degree := make([]int, n)
	for _, city := range t.Order[1:] {
		degree[city]++
		degree[t.Parent[city]]++
	}
	seconds := make([]int64, n) // by leaf
	err = parallel.For(ctx, n, func(city int) {
		if degree[city] == 1 {
			_, seconds[city] = SecondOf(uint32(city), n, t.weight)
		}
	})
	second = math.MinInt64
	for city, weight := range seconds {
		if degree[city] == 1 && weight > second {
			special, second = uint32(city), weight
		}
	}
	return special, second, err
}

// SecondOf returns the second lightest edge of one of n cities: its other city, the smallest of
// several, and its weight.
func SecondOf(city uint32, n int, weight func(a, b uint32) int64) (other uint32, second int64) {
	lightest, nearest := int64(math.MaxInt64), uint32(noPlace)
	second, other = math.MaxInt64, noPlace
	for i := range uint32(n) {
		if i == city {
			continue
		}
		switch w := weight(city, i); {
		case w < lightest:
			other, second = nearest, lightest
			nearest, lightest = i, w
		case w < second:
			other, second = i, w
		}
	}
	return other, second
}

// Heaviest sets, for each other city, the weight of the heaviest edge on the way to it in the tree
// (Helsgaun 2000, section 4.1).
func (t *Complete) Heaviest(from uint32, to []int64) {
	const unknown = math.MinInt64
	for city := range to {
		to[city] = unknown
	}
	root := t.Order[0]
	for city := from; city != root; city = t.Parent[city] {
		to[t.Parent[city]] = max(to[city], t.Joined[city])
	}
	for _, city := range t.Order {
		if city != from && to[city] == unknown {
			to[city] = max(to[t.Parent[city]], t.Joined[city])
		}
	}
}
