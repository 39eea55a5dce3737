package model

import (
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// HasFixed reports whether edges are fixed: every tour has them, and no move removes them.
func (p *Problem) HasFixed() bool { return p.Fixed != nil }

// IsFixed reports whether the edge between two different cities is fixed.
func (p *Problem) IsFixed(a, b uint32) bool { return p.Fixed != nil && p.Fixed[a] == b }

// ForcedCity returns the city that an ant must visit next: the other end of the fixed edge of its city, unless the ant came from there. ok is
// false if the ant can choose. previous is NoCity in the start city. An ant follows a fixed edge as soon as it visits one of its ends. So the
// tour has all fixed edges, and the edge from its last city to its first one is not fixed.
func (p *Problem) ForcedCity(city, previous uint32) (forced uint32, ok bool) {
	if p.Fixed == nil {
		return 0, false
	}
	forced = p.Fixed[city]
	return forced, forced != city && forced != previous
}

// fixedPartners returns Problem.Fixed. If the instance is asymmetric or has node pairs, or a city has two fixed edges, the error is an *Error.
func fixedPartners(instance *tsp.Instance) ([]uint32, error) {
	if len(instance.Fixed) == 0 {
		return nil, nil
	}
	if instance.Metric == tsp.Pairs {
		return nil, option.Errorf("node pairs: Ant System, MAX-MIN Ant System and Ant Colony System take the asymmetric matrix itself")
	}
	if !instance.Symmetric() {
		return nil, option.Errorf("%d fixed edges of an asymmetric instance: contract the paths of fixed edges first", len(instance.Fixed))
	}
	partners := make([]uint32, instance.Dimension())
	for city := range partners {
		partners[city] = uint32(city)
	}
	for _, e := range instance.Fixed {
		for i, city := range e {
			if partners[city] != uint32(city) {
				return nil, option.Errorf("city %d (counted from 0) has two fixed edges: contract the paths of fixed edges first", city)
			}
			partners[city] = uint32(e[1-i])
		}
	}
	return partners, nil
}

// withPartners returns a tour in which the other end of a fixed edge follows the end that comes first.
func (p *Problem) withPartners(tour tsp.Tour) tsp.Tour {
	if p.Fixed == nil {
		return tour
	}
	with, has := make(tsp.Tour, 0, len(tour)), make([]bool, p.Cities)
	for _, city := range tour {
		for _, next := range []int32{city, int32(p.Fixed[city])} {
			if !has[next] {
				with, has[next] = append(with, next), true
			}
		}
	}
	return with
}
