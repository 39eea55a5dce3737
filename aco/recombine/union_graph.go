package recombine

import (
	"slices"
	"sync/atomic"
)

// unionGraph is the graph of the edges of several tours. An edge that all tours have is common. A
// city is open if it has an edge that is not common. Common edges form paths between open cities;
// an open city is the end of at most one.
type unionGraph struct {
	first []int32  // by city: its first edge in edges; one more element at the end
	edges []uint32 // by city: its neighbours by edges that are not common, ascending
	// common has, by city, a neighbour by a common edge, or outside. An open city has at most one.
	common  []int32
	pathEnd []int32 // by open city: the other end of its common path, or outside
}

// outside stands for no city or no node.
const outside = -1

// newUnionGraph returns the union graph of tours of the same cities.
func newUnionGraph(tours [][]uint32) *unionGraph {
	n, width := len(tours[0]), 2*len(tours)
	neighbours := neighboursIn(tours)
	u := &unionGraph{first: make([]int32, n+1), common: make([]int32, n), pathEnd: slices.Repeat([]int32{outside}, n)}
	ranges(n, func(from, to int) {
		for city := from; city < to; city++ {
			own := neighbours[city*width:][:width]
			slices.Sort(own)
			u.common[city] = outside
			forRuns(own, func(other uint32, times int) {
				if times == len(tours) {
					u.common[city] = int32(other)
				} else {
					u.first[city+1]++
				}
			})
		}
	})
	for city := range n {
		u.first[city+1] += u.first[city]
	}
	u.edges = make([]uint32, u.first[n])
	ranges(n, func(from, to int) {
		for city := from; city < to; city++ {
			edges := u.edges[u.first[city]:u.first[city]]
			forRuns(neighbours[city*width:][:width], func(other uint32, times int) {
				if times < len(tours) {
					edges = append(edges, other)
				}
			})
		}
	})
	u.findPathEnds(tours[0])
	return u
}

// neighboursIn returns for each city, tour by tour, the city before and the city after it.
func neighboursIn(tours [][]uint32) []uint32 {
	n, width := len(tours[0]), 2*len(tours)
	neighbours := make([]uint32, n*width)
	for t, tour := range tours {
		ranges(n, func(from, to int) {
			before := tour[(from+n-1)%n]
			for i := from; i < to; i++ {
				city := tour[i]
				pair := neighbours[int(city)*width+2*t:][:2]
				pair[0], pair[1] = before, tour[(i+1)%n]
				before = city
			}
		})
	}
	return neighbours
}

// CommonEdges returns the number of edges that all of the given tours have. All tours have the same
// cities, 0 to n-1.
func CommonEdges(tours [][]uint32) int {
	var count atomic.Int64
	neighbours, width := neighboursIn(tours), 2*len(tours)
	ranges(len(tours[0]), func(from, to int) {
		common := 0
		for city := from; city < to; city++ {
			own := neighbours[city*width:][:width]
			next, inAll := own[1], true
			for t := 2; t < width && inAll; t += 2 {
				inAll = own[t] == next || own[t+1] == next
			}
			if inAll {
				common++
			}
		}
		count.Add(int64(common))
	})
	return int(count.Load())
}

// forRuns calls visit with each value of an ascending slice and the number of times it occurs.
func forRuns(values []uint32, visit func(value uint32, times int)) {
	for from := 0; from < len(values); {
		to := from + 1
		for to < len(values) && values[to] == values[from] {
			to++
		}
		visit(values[from], to-from)
		from = to
	}
}

// findPathEnds finds the ends of the common paths along one of the tours.
func (u *unionGraph) findPathEnds(tour []uint32) {
	n := len(tour)
	start := slices.IndexFunc(tour, u.open)
	for last, i := start, start+1; start >= 0 && i <= start+n; i++ {
		city := tour[i%n]
		if !u.open(city) {
			continue
		}
		if u.common[city] == int32(tour[(i-1)%n]) {
			u.pathEnd[city], u.pathEnd[tour[last%n]] = int32(tour[last%n]), int32(city)
		}
		last = i
	}
}

// open reports whether a city has an edge that is not common.
func (u *unionGraph) open(city uint32) bool { return u.first[city] < u.first[city+1] }

// openCities returns the number of open cities.
func (u *unionGraph) openCities() (count int) {
	for city := range u.common {
		if u.open(uint32(city)) {
			count++
		}
	}
	return count
}

// neighbours returns the neighbours of a city by edges that are not common.
func (u *unionGraph) neighbours(city uint32) []uint32 { return u.edges[u.first[city]:u.first[city+1]] }
