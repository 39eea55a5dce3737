package problem

import (
	"context"

	"github.com/aco-vk/aco-vk/tsp"
)

// Lists are each city's nearest other cities, nearest first, of equally near ones the smaller number. The lists of the
// construction and of the local search are their beginnings.
type Lists struct {
	Width     int      // cities of a list: at most one less than there are
	Cities    []uint32 // Width a city
	Distances []uint32 // to them: Width a city, from the city to the neighbour
}

// NewLists finds the lists that the parameters ask for, on all processors. It stops when the context ends.
func NewLists(ctx context.Context, p *Problem) (Lists, error) {
	width := p.ListWidth()
	cities, distances, err := tsp.Neighbours(ctx, p.instance, width)
	if err != nil {
		return Lists{}, err
	}
	return Lists{width, cities, distances}, nil
}

// ListWidth is the length of the longest list that the parameters ask for.
func (p *Problem) ListWidth() int { return min(p.Cities-1, max(p.Candidates, p.Neighbours)) }

// Of returns a city's list and the distances to its cities.
func (l Lists) Of(city uint32) (cities, distances []uint32) {
	from, to := int(city)*l.Width, int(city+1)*l.Width
	return l.Cities[from:to], l.Distances[from:to]
}

// Distance returns the distance from one city to another, below 2³¹ once CheckDistances or Row has passed it.
func (p *Problem) Distance(from, to uint32) uint32 {
	return uint32(p.instance.Distance(int(from), int(to)))
}
