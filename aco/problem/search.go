package problem

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Numbers of the local search that steer its path, the same on every device.
const (
	// CitiesPerRound is how many cities are looked at in one round: with fewer there are more rounds, whose time is that of a few
	// accesses to memory in a row; with more, most of what they find is lost to a better move nearby.
	CitiesPerRound = 32
	// searchRoundsPerCity bounds the rounds of a search, so that every loop has an end.
	searchRoundsPerCity, searchRoundsAtLeast = 10, 1000
	// MaxSegmentCities is the most cities that or-opt moves together (Or 1976).
	MaxSegmentCities = glsl.Segment
	// publishedNeighbours is the length of a neighbour list that ACOTSP takes; Delévacq et al. 2013, section 5.2, take 40.
	publishedNeighbours = 20
)

// MoveTypes says which exchanges of edges a neighbourhood has.
type MoveTypes struct {
	TwoOpt   bool // of two edges
	OrOpt    bool // of three, that move at most MaxSegmentCities cities
	ThreeOpt bool // of any three
}

// MoveTypes of a local search.
func (s LocalSearch) MoveTypes() MoveTypes {
	return MoveTypes{
		TwoOpt:   s == Search2Opt || s == Search2OptOr || s == Search3Opt,
		OrOpt:    s == SearchOrOpt || s == Search2OptOr,
		ThreeOpt: s == Search3Opt,
	}
}

// HasLocalSearch says whether tours are improved.
func (p Parameters) HasLocalSearch() bool { return p.LocalSearch != "" && p.LocalSearch != SearchNone }

// MaxSearchRounds bounds the rounds of a local search: some ten times of what it takes from a random tour.
func MaxSearchRounds(cities int) uint32 {
	return uint32(searchRoundsPerCity*cities + searchRoundsAtLeast)
}

// chooseSearch fills in what the local search leaves open.
func (p *Parameters) chooseSearch(cities int) {
	if p.HasLocalSearch() {
		setDefault(&p.LocalSearchAnts, LocalSearchAllAnts)
		setDefault(&p.Neighbours, publishedNeighbours)
	}
	p.Neighbours = min(p.Neighbours, cities-1) // of a small instance all other cities
}

func (p Parameters) validateSearch(symmetric bool) error {
	switch {
	case p.LocalSearch != "" && !slices.Contains(LocalSearches, p.LocalSearch):
		return Errorf("local search %q: there are %v", p.LocalSearch, LocalSearches)
	case !p.HasLocalSearch() && (p.Neighbours != 0 || p.LocalSearchAnts != ""):
		return Errorf("neighbours and local search ants are parameters of a local search: choose one of %v", LocalSearches[1:])
	case !p.HasLocalSearch():
		return nil
	case !slices.Contains(LocalSearchAntsValues, p.LocalSearchAnts):
		return Errorf("local search ants %q: there are %v", p.LocalSearchAnts, LocalSearchAntsValues)
	case p.Neighbours < 1 || p.Neighbours > MaxNeighbours:
		return Errorf("%d neighbours: a list has from 1 to %d", p.Neighbours, MaxNeighbours)
	case !symmetric && (p.LocalSearch == Search2Opt || p.LocalSearch == Search2OptOr):
		return Errorf("local search %s: it reverses a part of the tour, which has another length that way on an asymmetric instance; choose %s or %s",
			p.LocalSearch, SearchOrOpt, Search3Opt)
	}
	return nil
}
