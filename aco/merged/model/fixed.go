package model

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// HasFixed reports whether edges are fixed: every tour has them, and no change removes them.
func (m *Model) HasFixed() bool { return len(m.Instance.Fixed) > 0 }

// IsFixed reports whether the edge between two different cities is fixed.
func (m *Model) IsFixed(a, b uint32) bool { return m.Fixed != nil && m.Fixed[a] == b }

// hasFixedEdges reports whether a tour has all fixed edges.
func (m *Model) hasFixedEdges(tour []uint32) bool {
	if m.Fixed == nil {
		return true
	}
	places := make([]int, m.Cities)
	for place, city := range tour {
		places[city] = place
	}
	for place, city := range tour {
		partner := places[m.Fixed[city]]
		apart := max(place, partner) - min(place, partner)
		if apart > 1 && apart != len(tour)-1 {
			return false
		}
	}
	return true
}

// fixedPartners returns Model.Fixed, nil if no edge is fixed. No city has two fixed edges.
func fixedPartners(in *tsp.Instance) []uint32 {
	if len(in.Fixed) == 0 {
		return nil
	}
	partners := make([]uint32, in.Dimension())
	for city := range partners {
		partners[city] = uint32(city)
	}
	for _, e := range in.Fixed {
		partners[e[0]], partners[e[1]] = uint32(e[1]), uint32(e[0])
	}
	return partners
}

// checkFixed returns an error if a city has two fixed edges.
func checkFixed(in *tsp.Instance) error {
	cities := make([]int32, 0, 2*len(in.Fixed))
	for _, e := range in.Fixed {
		cities = append(cities, e[0], e[1])
	}
	slices.Sort(cities)
	for i := 1; i < len(cities); i++ {
		if cities[i] == cities[i-1] {
			return option.Errorf("city %d (counted from 0) has two fixed edges: merged ants take one for each city; contract the paths of fixed edges first", cities[i])
		}
	}
	return nil
}

// withPartners returns a tour in which the other end of a fixed edge follows the end that comes
// first.
func (m *Model) withPartners(tour []uint32) []uint32 {
	if m.Fixed == nil {
		return tour
	}
	with, has := make([]uint32, 0, len(tour)), make([]bool, m.Cities)
	for _, city := range tour {
		for _, next := range []uint32{city, m.Fixed[city]} {
			if !has[next] {
				with, has[next] = append(with, next), true
			}
		}
	}
	return with
}
