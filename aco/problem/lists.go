package problem

import (
	"context"

	"github.com/aco-vk/aco-vk/tsp"
)

// NeighbourLists are each city's nearest other cities, nearest first, of equally near ones the smaller number. The lists of the
// construction and of the local search are their beginnings.
type NeighbourLists struct {
	Width     int      // cities of a list: at most one less than there are
	Cities    []uint32 // Width a city
	Distances []uint32 // to them: Width a city, from the city to the neighbour
}

// NewNeighbourLists finds the lists of a problem, on all processors. It stops when the context ends.
func NewNeighbourLists(ctx context.Context, p *Problem) (NeighbourLists, error) {
	width := p.ListWidth()
	cities, distances, err := tsp.Neighbours(ctx, p.instance, width)
	if err != nil {
		return NeighbourLists{}, err
	}
	return NeighbourLists{width, cities, distances}, nil
}

// Ants that have visited all candidates of their city look for the nearest of the rest in its list, before they look at all cities.
// With 128 cities a list has it in 9 of 10 such steps of MMAS and in 7 of 10 of ACS on pr1002; with 64 in 7 and in 5. For this
// lists are made longer than the parameters ask for only as far as all together have restWords words.
const (
	restWidth = 128
	restWords = 1 << 23
)

// ListWidth is the length of the lists.
func (p *Problem) ListWidth() int {
	return min(p.Cities-1, max(p.Candidates, p.Neighbours, min(restWidth, restWords/p.Cities)))
}

// Of returns a city's list and the distances to its cities.
func (l NeighbourLists) Of(city uint32) (cities, distances []uint32) {
	from, to := int(city)*l.Width, int(city+1)*l.Width
	return l.Cities[from:to], l.Distances[from:to]
}

// Distance returns the distance from one city to another, below 2³¹ once CheckDistances or Row has passed it.
func (p *Problem) Distance(from, to uint32) uint32 {
	return uint32(p.instance.Distance(int(from), int(to)))
}
