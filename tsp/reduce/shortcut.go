package reduce

import (
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// allTriples bounds how many pairs of cities are compared through all places: they take some
	// milliseconds.
	allTriples = 1 << 20
	// nearTriples is the number of cities near a place of a larger matrix whose ways are
	// compared. Tours pass a place from near cities.
	nearTriples = 8
	// leastRounded is the least length where a way that is longer by 1 counts as rounded.
	// Below, 1 is more than some percent of it.
	leastRounded = 16
)

// keepShortcuts keeps all cities at places through which two others are closer than by the direct
// way: with so few cities that all ways can be compared, and in a matrix. Where no way is shorter,
// a city can be moved next to another one at its place, and no tour becomes longer.
func (p *places) keepShortcuts(ctx context.Context) {
	stands, count := make([]bool, len(p.into)), uint64(0) // for other cities
	for city, into := range p.into {
		if int(into) != city && !stands[into] {
			stands[into] = true
			count++
		}
	}
	cities := uint64(len(p.into) - p.gone)
	all := count*cities*cities <= allTriples
	if !all && p.in.Metric != tsp.Explicit {
		return
	}
	s := shortcuts{distance: p.in.DistanceFunc(), cities: p.remaining(), all: all}
	if all && p.in.Metric == tsp.Explicit && p.in.Given != nil {
		s.given = p.in.Given.Distances
	}
	parallel.Each(ctx, runtime.GOMAXPROCS(0), len(s.cities), func(_, i int) {
		city := s.cities[i]
		stands[city] = stands[city] && !s.leadThrough(city)
	})
	for city, into := range p.into {
		if int(into) != city && !stands[into] {
			p.into[city] = int32(city)
			p.gone--
		}
	}
}

// shortcuts compares ways through a place with direct ones.
type shortcuts struct {
	distance func(i, j uint32) int64
	cities   tsp.Tour
	all      bool        // compare all, and take distances as they are
	given    [][]float64 // distances that steps do not tell apart; nil: there are none
}

// leadThrough reports whether two cities are closer by way of a city than directly.
func (s *shortcuts) leadThrough(city int32) bool {
	starts := s.cities
	if !s.all {
		starts = s.near(city)
	}
	for _, from := range starts {
		first := s.distance(uint32(from), uint32(city))
		for _, to := range s.cities {
			way := first + s.distance(uint32(city), uint32(to))
			most := way
			if !s.all && way >= leastRounded {
				most++
			}
			if s.distance(uint32(from), uint32(to)) > most || s.given != nil && from != to && from != city && to != city &&
				s.given[from][to] > (s.given[from][city]+s.given[city][to])*(1+1e-12) {
				return true
			}
		}
	}
	return false
}

// near returns the cities with the shortest ways to a city.
func (s *shortcuts) near(city int32) tsp.Tour {
	type start struct {
		length int64
		city   int32
	}
	near := make([]start, 0, nearTriples+1)
	for _, from := range s.cities {
		length := s.distance(uint32(from), uint32(city))
		if from == city || len(near) == nearTriples && length >= near[nearTriples-1].length {
			continue
		}
		at := 0
		for at < len(near) && near[at].length <= length {
			at++
		}
		near = slices.Insert(near, at, start{length, from})
		near = near[:min(len(near), nearTriples)]
	}
	list := make(tsp.Tour, len(near))
	for i, n := range near {
		list[i] = n.city
	}
	return list
}
