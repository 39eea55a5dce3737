package onetree

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/tsp/internal/parallel"
)

// NoPlace stands for no city.
const NoPlace = math.MaxUint32

// OneTree is a minimum 1-tree: a minimum spanning tree, and one more edge at one of its leaves, the special city.
type OneTree struct {
	Forest          // of the spanning tree
	Degree  []int32 // by place, with the additional edge
	Special uint32  // its place, NoPlace if no leaf has a second edge
	Second  int64   // the weight of the additional edge
	Weight  int64   // of all edges, less twice the weight of all cities: at most the length of a tour
}

// OneTree returns the minimum 1-tree that is heaviest over all special cities: there, a tree closest to a tour.
func (g *Graph) OneTree() *OneTree {
	n := len(g.Nodes)
	t := &OneTree{Forest: NewForest(n), Degree: make([]int32, n), Special: NoPlace, Second: math.MinInt64}
	count := make([]uint8, n)   // by place: the edges so far, up to 2
	second := make([]uint32, n) // by place: the second lightest edge
	for _, i := range g.sorted() {
		e := g.Edges[i]
		for _, place := range [2]uint32{e.A, e.B} {
			if count[place] < 2 {
				count[place]++
				second[place] = i
			}
		}
		if w := g.Weight(e); t.Join(e.A, e.B, w) {
			t.add(e, w)
		}
	}
	for place, degree := range t.Degree {
		if degree == 1 && count[place] == 2 {
			if w := g.Weight(g.Edges[second[place]]); w > t.Second {
				t.Special, t.Second = uint32(place), w
			}
		}
	}
	if t.Special != NoPlace {
		t.add(g.Edges[second[t.Special]], t.Second)
	}
	for _, w := range g.Nodes {
		t.Weight -= 2 * w
	}
	return t
}

func (t *OneTree) add(e Edge, weight int64) {
	t.Degree[e.A]++
	t.Degree[e.B]++
	t.Weight += weight
}

// sorted returns the numbers of the edges in the order of their weights, then of the numbers.
func (g *Graph) sorted() []uint32 {
	least := int64(math.MaxInt64)
	for _, e := range g.Edges {
		least = min(least, g.Weight(e))
	}
	p := parallel.NewPairs(len(g.Edges))
	parallel.Parts(len(g.Edges), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			p.Keys[i], p.Values[i] = uint64(g.Weight(g.Edges[i])-least), uint32(i)
		}
	})
	return p.Sorted().Values
}

// Alpha returns the alpha value of an edge with a weight.
func (t *OneTree) Alpha(e Edge, weight int64) int64 {
	if e.A == t.Special || e.B == t.Special {
		return max(weight-t.Second, 0)
	}
	return weight - t.Heaviest(e.A, e.B)
}
