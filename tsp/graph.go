package tsp

import (
	"context"
	"slices"
)

// weightUnit is the weight of a unit of distance: weights of cities are fractions of it.
const weightUnit = 64

// graph has some edges, which connect all cities, and a weight for each city. The weight of an edge is its length in weightUnit plus
// the weights of both cities.
type graph struct {
	edges []edge
	nodes []int64 // by city: its weight
}

// edge is an edge from a smaller to a larger city.
type edge struct {
	a, b   uint32
	length int64 // in weightUnit
}

// newGraph returns the graph with the edges of candidate lists, each once. To connect all cities it adds edges of a minimum spanning
// tree for EXPLICIT, for other metrics edges along the order of [SpaceFilling]. The error is that of the context.
func newGraph(ctx context.Context, in *Instance, lists edgeLists) (*graph, error) {
	n := in.Dimension()
	g := &graph{edges: make([]edge, 0, len(lists.lists)), nodes: make([]int64, n)}
	for i := range n {
		city := uint32(i)
		for _, other := range lists.of(city) {
			if other > city || !slices.Contains(lists.of(other), city) {
				g.add(in, city, other)
			}
		}
	}
	if in.Metric != Explicit {
		g.connect(in)
		return g, nil
	}
	tree, err := newMatrixTree(ctx, in, g.nodes)
	if err != nil {
		return nil, err
	}
	for _, city := range tree.order[1:] {
		if parent := tree.parent[city]; !slices.Contains(lists.of(city), parent) && !slices.Contains(lists.of(parent), city) {
			g.add(in, city, parent)
		}
	}
	return g, nil
}

// connect adds edges between cities that follow one another along the curve, where no other edges connect them.
func (g *graph) connect(in *Instance) {
	joined := newForest(len(g.nodes))
	for _, e := range g.edges {
		joined.join(e.a, e.b, 0)
	}
	order := hilbertOrder(in)
	for place, city := range order[1:] {
		if joined.join(order[place], city, 0) {
			g.add(in, order[place], city)
		}
	}
}

func (g *graph) add(in *Instance, a, b uint32) {
	g.edges = append(g.edges, edge{min(a, b), max(a, b), in.Distance(int(a), int(b)) * weightUnit})
}

func (g *graph) weight(e edge) int64 { return e.length + g.nodes[e.a] + g.nodes[e.b] }

// byCity returns the numbers of the edges of each city, one city after the other, and by city the index of its first.
func (g *graph) byCity() (first []int, numbers []uint32) {
	first = make([]int, len(g.nodes)+1)
	for _, e := range g.edges {
		first[e.a+1]++
		first[e.b+1]++
	}
	for city := range g.nodes {
		first[city+1] += first[city]
	}
	next := slices.Clone(first)
	numbers = make([]uint32, 2*len(g.edges))
	for i, e := range g.edges {
		for _, city := range [2]uint32{e.a, e.b} {
			numbers[next[city]] = uint32(i)
			next[city]++
		}
	}
	return first, numbers
}

// forest has sets of cities that edges join. Each set is a tree with a root; the smaller of two joined sets hangs below the root of the
// other, so that paths to the roots are short.
type forest struct {
	parent []uint32 // by city; itself for a root
	size   []uint32 // by root: the number of cities
	joined []int64  // by city that is not a root: the weight of the edge that joined its set to the parent's
	turn   []uint32 // by city: the number of sets when it was joined, 0 for a root
	sets   uint32
}

func newForest(n int) forest {
	f := forest{make([]uint32, n), make([]uint32, n), make([]int64, n), make([]uint32, n), uint32(n)}
	for i := range f.parent {
		f.parent[i], f.size[i] = uint32(i), 1
	}
	return f
}

func (f *forest) root(city uint32) uint32 {
	for f.parent[city] != city {
		city = f.parent[city]
	}
	return city
}

// join joins the sets of two cities by an edge, if they differ, and reports whether they did.
func (f *forest) join(a, b uint32, weight int64) bool {
	a, b = f.root(a), f.root(b)
	if a == b {
		return false
	}
	if f.size[a] < f.size[b] {
		a, b = b, a
	}
	f.parent[b], f.joined[b], f.turn[b] = a, weight, f.sets
	f.size[a] += f.size[b]
	f.sets--
	return true
}

// heaviest returns the weight of the edge that brought two different cities into one set. If edges were joined in the order of their
// weights, it is the heaviest on the way between the cities.
func (f *forest) heaviest(a, b uint32) int64 {
	var weight int64
	for a != b {
		if f.turn[a] < f.turn[b] { // b was joined earlier
			a, b = b, a
		}
		weight = f.joined[a]
		a = f.parent[a]
	}
	return weight
}
