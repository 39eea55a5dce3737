// Package fixed has the fixed edges of an instance by city. Every tour has these edges, and no
// city has two of them.
package fixed

import (
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Edges has, by city, the other end of the city's fixed edge, or the city itself without one. It
// is nil if no edge is fixed.
type Edges []uint32

// Of returns the fixed edges of an instance. If a city has two, the error is an [*option.Error].
func Of(instance *tsp.Instance) (Edges, error) {
	if len(instance.Fixed) == 0 {
		return nil, nil
	}
	edges := make(Edges, instance.Dimension())
	for city := range edges {
		edges[city] = uint32(city)
	}
	for _, e := range instance.Fixed {
		for i, city := range e {
			if edges[city] != uint32(city) {
				return nil, option.Errorf(
					"%s has two fixed edges: contract the paths of fixed edges first", instance.CityText(city))
			}
			edges[city] = uint32(e[1-i])
		}
	}
	return edges, nil
}

// Has reports whether the edge between two different cities is fixed.
func (f Edges) Has(a, b uint32) bool { return f != nil && f[a] == b }

// Next returns the city that must follow a city on a tour: the other end of its fixed edge, unless
// the tour comes from there. ok is false if any city may follow.
func (f Edges) Next(city, previous uint32) (next uint32, ok bool) {
	if f == nil {
		return 0, false
	}
	next = f[city]
	return next, next != city && next != previous
}

// Insert returns a tour with all fixed edges: the other end of an edge follows the end that comes
// first.
func Insert[City int32 | uint32](f Edges, tour []City) []City {
	if f == nil {
		return tour
	}
	with, has := make([]City, 0, len(tour)), make([]bool, len(f))
	for _, city := range tour {
		for _, next := range []City{city, City(f[city])} {
			if !has[next] {
				with, has[next] = append(with, next), true
			}
		}
	}
	return with
}

// InTour reports whether a tour has all fixed edges.
func (f Edges) InTour(tour []uint32) bool {
	if f == nil {
		return true
	}
	places := make([]int, len(f))
	for place, city := range tour {
		places[city] = place
	}
	for place, city := range tour {
		partner := places[f[city]]
		apart := max(place, partner) - min(place, partner)
		if apart > 1 && apart != len(tour)-1 {
			return false
		}
	}
	return true
}
