package recombine

import "slices"

// unionGraph is the graph of the edges of several tours, reduced to the cities where they differ. A city is open if it has an edge that
// not all tours have. Open cities are numbered in the order of the base, the first tour. Edges that all tours have form common paths
// between open cities; an open city is the end of at most one.
type unionGraph struct {
	distance     func(a, b uint32) int64
	base         []uint32
	basePosition []int32    // by open city: its position in the base
	pathFollows  []bool     // by open city: whether its common path follows it in the base
	edges        [][]uint32 // by open city: its neighbours by edges that are not common, ascending
}

// outside stands for no city or no node.
const outside = -1

// newUnionGraph returns the union graph of tours of the same cities.
func newUnionGraph(distance func(a, b uint32) int64, tours [][]uint32) *unionGraph {
	u := &unionGraph{distance: distance, base: tours[0]}
	neighbours, width := neighboursIn(tours), 2*len(tours)
	open := make([]int32, len(u.base)) // by city: its number as an open city
	for i, city := range u.base {
		own := neighbours[int(city)*width:][:width] // neighbours of this city
		after := own[1]
		slices.Sort(own)
		open[city] = outside
		if !inAll(own, own[0]) || !inAll(own, own[width-1]) {
			open[city] = int32(len(u.basePosition))
			u.basePosition, u.pathFollows = append(u.basePosition, int32(i)), append(u.pathFollows, inAll(own, after))
		}
	}
	u.edges = make([][]uint32, len(u.basePosition))
	for number, i := range u.basePosition {
		own := neighbours[int(u.base[i])*width:][:width]
		for j, city := range own {
			if (j == 0 || city != own[j-1]) && !inAll(own, city) {
				u.edges[number] = append(u.edges[number], uint32(open[city]))
			}
		}
		slices.Sort(u.edges[number])
	}
	return u
}

// neighboursIn returns for each city, tour by tour, the city before and the city after it.
func neighboursIn(tours [][]uint32) []uint32 {
	width := 2 * len(tours)
	neighbours := make([]uint32, len(tours[0])*width)
	for t, tour := range tours {
		before := tour[len(tour)-1]
		for i, city := range tour {
			pair := neighbours[int(city)*width+2*t:][:2]
			pair[0], pair[1] = before, tour[(i+1)%len(tour)]
			before = city
		}
	}
	return neighbours
}

// inAll reports whether all tours have the edge from a city to a neighbour. The neighbours of the city are sorted, two per tour.
func inAll(neighbours []uint32, city uint32) bool {
	first, _ := slices.BinarySearch(neighbours, city)
	last := first + len(neighbours)/2 - 1
	return last < len(neighbours) && neighbours[last] == city
}

// city returns the number of an open city in the tours.
func (u *unionGraph) city(open uint32) uint32 { return u.base[u.basePosition[open]] }

// length returns the distance of two open cities.
func (u *unionGraph) length(a, b uint32) int64 { return u.distance(u.city(a), u.city(b)) }

// appendCommonPath appends the cities between two open cities along the common path of the first.
func (u *unionGraph) appendCommonPath(tour []uint32, from, to uint32) []uint32 {
	n, step := len(u.base), 1
	if !u.pathFollows[from] {
		step = len(u.base) - 1
	}
	for i := (int(u.basePosition[from]) + step) % n; i != int(u.basePosition[to]); i = (i + step) % n {
		tour = append(tour, u.base[i])
	}
	return tour
}
