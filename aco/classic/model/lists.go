package model

import (
	"context"

	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// NeighbourLists has the nearest neighbours of each city, nearest first; of equal distances the
// smaller number first. The candidate lists of the construction and the neighbour lists of the
// local search are their first elements.
type NeighbourLists struct {
	Width     int      // cities per list
	Cities    []uint32 // Width per city
	Distances []uint32 // from the city to each neighbour
}

// NewNeighbourLists computes the lists on all processors. It stops when ctx ends.
func NewNeighbourLists(ctx context.Context, p *Problem) (NeighbourLists, error) {
	width := p.ListWidth()
	cities, distances, err := neighbour.Nearest(ctx, p.instance, width)
	if err != nil {
		return NeighbourLists{}, err
	}
	return NeighbourLists{width, cities, distances}, nil
}

// If all candidates of a city are visited, an ant searches the rest of the list before it reads
// all cities. On pr1002, lists of 128 cities suffice in 9 of 10 such steps of MMAS and in 7 of 10
// of ACS; lists of 64 in 7 and in 5. Lists get longer for this only while all together have at
// most restWords words.
const (
	restWidth = 128
	restWords = 1 << 23
)

// ListWidth returns the length of the lists.
func (p *Problem) ListWidth() int {
	return min(p.Cities-1, max(p.Candidates, p.Neighbours, min(restWidth, restWords/p.Cities)))
}

// Of returns the list of a city and the distances to its elements.
func (l NeighbourLists) Of(city uint32) (cities, distances []uint32) {
	from, to := int(city)*l.Width, int(city+1)*l.Width
	return l.Cities[from:to], l.Distances[from:to]
}

// Distance returns the distance from one city to another, which is below 2³¹ if CheckDistances
// returned nil.
func (p *Problem) Distance(from, to uint32) uint32 {
	return uint32(p.instance.Distance(int(from), int(to)))
}
