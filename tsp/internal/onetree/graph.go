package onetree

import "slices"

// Graph has some edges, which connect all cities, and a weight for each city. The weight of an
// edge is its length plus the weights of both cities.
type Graph struct {
	Cities []uint32 // along a curve that keeps near cities together; the index of a city here is its place
	Nodes  []int64  // by place: the weight of the city
	Edges  []Edge

	distance func(i, j uint32) int64 // of two cities
	unit     int64
	fixed    int64 // number of edges that are in all 1-trees
}

// Bonus is what a fixed edge weighs less than others with its length: it is lighter than all of
// them, and a sum with one bonus does not overflow.
const Bonus = 1 << 61

// Edge is an edge from a city to one at a later place.
type Edge struct {
	A, B   uint32 // places
	Length int64  // the distance times the unit of the graph
}

// NewGraph returns the graph with the edges of candidate lists of equal length, one for each city.
// Each edge is added once. It may leave the cities unconnected. Lengths and weights are multiples
// of 1/unit of a unit of distance.
func NewGraph(cities, lists []uint32, distance func(i, j uint32) int64, unit int64) *Graph {
	n := len(cities)
	g := &Graph{Cities: cities, Nodes: make([]int64, n), Edges: make([]Edge, 0, len(lists)), distance: distance,
		unit: unit}
	place := make([]uint32, n)
	for at, city := range cities {
		place[city] = uint32(at)
	}
	width := len(lists) / n
	for at, city := range cities {
		for _, other := range lists[int(city)*width:][:width] {
			if other > city || !slices.Contains(lists[int(other)*width:][:width], city) {
				g.Add(uint32(at), place[other])
			}
		}
	}
	return g
}

// Connect adds edges between cities that follow one another along the curve, where no other edges
// connect them.
func (g *Graph) Connect() {
	joined := NewForest(len(g.Nodes))
	for _, e := range g.Edges {
		joined.Join(e.A, e.B, 0)
	}
	for place := 1; place < len(g.Nodes); place++ {
		if joined.Join(uint32(place-1), uint32(place), 0) {
			g.Add(uint32(place-1), uint32(place))
		}
	}
}

// Add adds an edge between the cities at two places.
func (g *Graph) Add(a, b uint32) {
	g.Edges = append(g.Edges, Edge{min(a, b), max(a, b), g.Length(a, b)})
}

// Fix adds edges that are in all 1-trees. They replace the graph's edges between the same cities.
// A place has at most one of them.
func (g *Graph) Fix(edges [][2]uint32) {
	partner := make(map[uint32]uint32, 2*len(edges))
	for _, e := range edges {
		partner[e[0]], partner[e[1]] = e[1], e[0]
	}
	g.Edges = slices.DeleteFunc(g.Edges, func(e Edge) bool {
		other, fixed := partner[e.A]
		return fixed && other == e.B
	})
	for _, e := range edges {
		g.Add(e[0], e[1])
		g.Edges[len(g.Edges)-1].Length -= Bonus
	}
	g.fixed += int64(len(edges))
}

// AddMissing adds the edges that the graph does not have yet, and returns how many.
func (g *Graph) AddMissing(edges [][2]uint32) int {
	has := make(map[[2]uint32]bool, len(edges))
	for _, e := range edges {
		has[[2]uint32{min(e[0], e[1]), max(e[0], e[1])}] = false
	}
	for _, e := range g.Edges {
		if _, wanted := has[[2]uint32{e.A, e.B}]; wanted {
			has[[2]uint32{e.A, e.B}] = true
		}
	}
	before := len(g.Edges)
	for _, e := range edges {
		if !has[[2]uint32{min(e[0], e[1]), max(e[0], e[1])}] {
			g.Add(e[0], e[1])
		}
	}
	return len(g.Edges) - before
}

// Length returns the length of an edge between the cities at two places.
func (g *Graph) Length(a, b uint32) int64 { return g.distance(g.Cities[a], g.Cities[b]) * g.unit }

// Scaled returns a distance in units of the graph.
func (g *Graph) Scaled(distance int64) int64 { return distance * g.unit }

// Weight returns the weight of an edge.
func (g *Graph) Weight(e Edge) int64 { return e.Length + g.Nodes[e.A] + g.Nodes[e.B] }

// ByPlace returns the numbers of the edges of the city at each place, one after the other, and by
// place the index of the first.
func (g *Graph) ByPlace() (first []int, numbers []uint32) {
	first = make([]int, len(g.Nodes)+1)
	for _, e := range g.Edges {
		first[e.A+1]++
		first[e.B+1]++
	}
	for place := range g.Nodes {
		first[place+1] += first[place]
	}
	next := slices.Clone(first)
	numbers = make([]uint32, 2*len(g.Edges))
	for i, e := range g.Edges {
		for _, place := range [2]uint32{e.A, e.B} {
			numbers[next[place]] = uint32(i)
			next[place]++
		}
	}
	return first, numbers
}
