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
	in     *Instance
	cities []uint32 // along the curve of [SpaceFilling]; the index of a city here is its place
	nodes  []int64  // by place: the weight of the city
	edges  []edge
}

// edge is an edge from a city to one at a later place.
type edge struct {
	a, b   uint32 // places
	length int64  // in weightUnit
}

// newGraph returns the graph with the edges of candidate lists, each once. To connect all cities it adds edges of a minimum spanning
// tree for EXPLICIT, for other metrics edges along the curve. The error is that of the context.
func newGraph(ctx context.Context, in *Instance, lists edgeLists) (*graph, error) {
	n := in.Dimension()
	g := &graph{in, hilbertOrder(in), make([]int64, n), make([]edge, 0, len(lists.lists))}
	place := make([]uint32, n)
	for at, city := range g.cities {
		place[city] = uint32(at)
	}
	for at, city := range g.cities {
		for _, other := range lists.of(city) {
			if other > city || !slices.Contains(lists.of(other), city) {
				g.add(uint32(at), place[other])
			}
		}
	}
	if in.Metric != Explicit {
		g.connect()
		return g, nil
	}
	tree, err := newMatrixTree(ctx, in, g.nodes)
	if err != nil {
		return nil, err
	}
	for _, city := range tree.order[1:] { // the place of a city is its number
		if parent := tree.parent[city]; !slices.Contains(lists.of(city), parent) && !slices.Contains(lists.of(parent), city) {
			g.add(city, parent)
		}
	}
	return g, nil
}

// connect adds edges between cities that follow one another along the curve, where no other edges connect them.
func (g *graph) connect() {
	joined := newForest(len(g.nodes))
	for _, e := range g.edges {
		joined.join(e.a, e.b, 0)
	}
	for place := 1; place < len(g.nodes); place++ {
		if joined.join(uint32(place-1), uint32(place), 0) {
			g.add(uint32(place-1), uint32(place))
		}
	}
}

// add adds an edge between the cities at two places.
func (g *graph) add(a, b uint32) {
	length := g.in.Distance(int(g.cities[a]), int(g.cities[b]))
	g.edges = append(g.edges, edge{min(a, b), max(a, b), length * weightUnit})
}

func (g *graph) weight(e edge) int64 { return e.length + g.nodes[e.a] + g.nodes[e.b] }

// byPlace returns the numbers of the edges of the city at each place, one after the other, and by place the index of the first.
func (g *graph) byPlace() (first []int, numbers []uint32) {
	first = make([]int, len(g.nodes)+1)
	for _, e := range g.edges {
		first[e.a+1]++
		first[e.b+1]++
	}
	for place := range g.nodes {
		first[place+1] += first[place]
	}
	next := slices.Clone(first)
	numbers = make([]uint32, 2*len(g.edges))
	for i, e := range g.edges {
		for _, place := range [2]uint32{e.a, e.b} {
			numbers[next[place]] = uint32(i)
			next[place]++
		}
	}
	return first, numbers
}
