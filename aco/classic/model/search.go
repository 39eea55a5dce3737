package model

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Constants that affect the tours of the local search. They are the same on every device.
const (
	// CitiesPerRound is the number of cities whose moves are computed in one round. Fewer cities
	// need more rounds, each bound by memory latency. With more cities most moves conflict with a
	// better one nearby.
	CitiesPerRound = 32
	// These bound the rounds of a search, so that every loop ends.
	searchRoundsPerCity, searchRoundsAtLeast = 10, 1000
	// MaxSegmentCities is the greatest length of a segment that Or-opt moves (Or 1976).
	MaxSegmentCities = glsl.MaxSegmentCities
	// publishedNeighbours is the length of neighbour lists in ACOTSP 1.03. Delévacq et al. 2013,
	// section 5.2, use 40.
	publishedNeighbours = 20
)

// MoveTypes are the kinds of moves of a neighbourhood.
type MoveTypes struct {
	TwoOpt   bool // exchanges of two edges
	OrOpt    bool // moves of at most MaxSegmentCities consecutive cities
	ThreeOpt bool // exchanges of three edges
}

// MoveTypes returns the kinds of moves of the local search.
func (p Parameters) MoveTypes() MoveTypes {
	s := p.LocalSearch
	return MoveTypes{
		TwoOpt:   s == Search2Opt || s == Search2OptOr || s == Search3Opt,
		OrOpt:    s == SearchOrOpt || s == Search2OptOr,
		ThreeOpt: s == Search3Opt,
	}
}

// HasLocalSearch reports whether a local search improves tours.
func (p Parameters) HasLocalSearch() bool { return p.LocalSearch != "" && p.LocalSearch != SearchNone }

// MaxSearchRounds returns the bound of the rounds of a local search, about ten times the rounds
// from a random tour.
func MaxSearchRounds(cities int) uint32 {
	return uint32(searchRoundsPerCity*cities + searchRoundsAtLeast)
}

// chooseSearch sets the defaults of the local search.
func (p *Parameters) chooseSearch(cities int) {
	if p.HasLocalSearch() {
		p.LocalSearchAnts = cmp.Or(p.LocalSearchAnts, LocalSearchAllAnts)
		p.Neighbours = cmp.Or(p.Neighbours, publishedNeighbours)
	}
	if p.Neighbours <= MaxNeighbours { // validateSearch refuses more, whatever the number of cities
		p.Neighbours = min(p.Neighbours, cities-1)
	}
}

// validateSearch checks the parameters of the local search.
func (p Parameters) validateSearch(symmetric bool) error {
	switch {
	case p.LocalSearch != "" && !slices.Contains(LocalSearches, p.LocalSearch):
		return option.Refuse(option.LocalSearch, "%q: use one of %v", p.LocalSearch, LocalSearches)
	case !p.HasLocalSearch() && (p.Neighbours != 0 || p.LocalSearchAnts != ""):
		return option.Errorf("neighbours and local search ants are parameters of a local search: use one of %v",
			LocalSearches[1:])
	case !p.HasLocalSearch():
		return nil
	case !slices.Contains(LocalSearchAntsValues, p.LocalSearchAnts):
		return option.Refuse(option.LocalSearchAnts, "%q: use one of %v", p.LocalSearchAnts, LocalSearchAntsValues)
	case p.Neighbours < 1 || p.Neighbours > MaxNeighbours:
		return option.Refuse(option.Neighbours, "%d: use 1 to %d", p.Neighbours, MaxNeighbours)
	case !symmetric && (p.LocalSearch == Search2Opt || p.LocalSearch == Search2OptOr):
		return option.Refuse(option.LocalSearch,
			"%s: it reverses parts of the tour, which changes their length on an asymmetric instance", p.LocalSearch).
			With(option.Set(option.LocalSearch, Search3Opt), option.Set(option.LocalSearch, SearchOrOpt))
	}
	return nil
}
