package recombine

import "slices"

// union is all edges of several tours, reduced to what they differ in. A city that has edges which not all tours have is open; its
// number here is its rank among the open cities of the base, the first of the tours. Edges that all tours have make common paths, each
// from one open city to another; a city has at most one.
type union struct {
	distance func(a, b uint32) int64
	base     []uint32
	place    []int32    // by open city, where it is in the base
	rising   []bool     // by open city, whether its common path is what follows it in the base
	edges    [][]uint32 // by open city, the open cities to which edges lead that are not common, ascending
}

// outside stands for no city and no node.
const outside = -1

// newUnion compares tours of the same cities.
func newUnion(distance func(a, b uint32) int64, tours [][]uint32) *union {
	u := &union{distance: distance, base: tours[0]}
	neighbours, width := neighboursIn(tours), 2*len(tours)
	open := make([]int32, len(u.base)) // by city, its number
	for i, city := range u.base {
		of := neighbours[int(city)*width:][:width]
		after := of[1]
		slices.Sort(of)
		open[city] = outside
		if !inAll(of, of[0]) || !inAll(of, of[width-1]) {
			open[city] = int32(len(u.place))
			u.place, u.rising = append(u.place, int32(i)), append(u.rising, inAll(of, after))
		}
	}
	u.edges = make([][]uint32, len(u.place))
	for number, i := range u.place {
		of := neighbours[int(u.base[i])*width:][:width]
		for j, city := range of {
			if (j == 0 || city != of[j-1]) && !inAll(of, city) {
				u.edges[number] = append(u.edges[number], uint32(open[city]))
			}
		}
		slices.Sort(u.edges[number])
	}
	return u
}

// neighboursIn returns for each city, tour by tour, the one before and the one behind it.
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

// inAll says whether all tours have the edge to one of a city's neighbours, which are sorted: each tour has two.
func inAll(neighbours []uint32, city uint32) bool {
	first, _ := slices.BinarySearch(neighbours, city)
	last := first + len(neighbours)/2 - 1
	return last < len(neighbours) && neighbours[last] == city
}

// city returns the number that the tours give an open city.
func (u *union) city(open uint32) uint32 { return u.base[u.place[open]] }

// length returns the distance of two open cities.
func (u *union) length(a, b uint32) int64 { return u.distance(u.city(a), u.city(b)) }

// path adds to a tour the cities between two open ones on the common path of the first.
func (u *union) path(tour []uint32, from, to uint32) []uint32 {
	n, step := len(u.base), 1
	if !u.rising[from] {
		step = len(u.base) - 1
	}
	for i := (int(u.place[from]) + step) % n; i != int(u.place[to]); i = (i + step) % n {
		tour = append(tour, u.base[i])
	}
	return tour
}
