package model

// recommendation is the number of ants for instances of at most this many cities.
type recommendation struct {
	cities int
	ants   int
}

// recommendations gave the best tours on an Nvidia H200, measured up to 13,509 cities. Few ants
// converge sooner and many explore more: fnl4461 was at .48% after 5 s with 132 ants and at 1.84%
// with 264. Up to 500 cities fewer ants give the same tours, which suits slower devices. Beyond
// 20,000 cities nothing was measured.
var recommendations = []recommendation{
	{500, 132},
	{1000, 528},
	{3000, 264},
	{20_000, 132},
	{maxSearchCities, 64},
}

const (
	// maxSearchCities is the largest instance whose local search fits every device with 32 KiB of
	// shared memory. It keeps one bit per city there.
	maxSearchCities = 200_000
	// recommendedNeighbours is half of the published length. Longer lists rarely give better moves
	// and take 1.5 times as long: fnl4461 was at .97% after 5 s with 20, .56% with 10 and .76%
	// with 8.
	recommendedNeighbours = 10
	// largeInstanceAnts is for instances beyond maxSearchCities.
	largeInstanceAnts = 64
)

// Recommended returns the best known parameters for the number of cities, for symmetric and
// asymmetric instances: MMAS with 3-opt for all ants and O(n) pheromone. For instances too large
// for the local search it is synchronous ACS with selective pheromone memory, whose tours do not
// depend on the device either. The parameters do not depend on the device.
func Recommended(cities int) Parameters {
	if cities > maxSearchCities {
		return RecommendedOf(AlgorithmACS, cities)
	}
	return RecommendedOf(AlgorithmMMAS, cities)
}

// RecommendedOf returns the best known parameters of MMAS or ACS for the number of cities.
func RecommendedOf(algorithm Algorithm, cities int) Parameters {
	if algorithm == AlgorithmACS {
		p := AntColonySystem()
		p.Ants, p.Memory, p.Synchronous = largeInstanceAnts, MemorySelective, true
		return p
	}
	p := Published(AlgorithmMMAS, Search3Opt)
	p.Ants, p.Memory, p.LocalSearchAnts, p.Neighbours = largeInstanceAnts, MemoryCandidates, LocalSearchAllAnts, recommendedNeighbours
	for _, b := range recommendations {
		if cities <= b.cities {
			p.Ants = b.ants
			break
		}
	}
	return p
}

// localSearchRho is the evaporation rate of MMAS with a local search (Stützle and Hoos 2000;
// Delévacq et al. 2013, section 5.2).
const localSearchRho = 0.2

// Published returns the published parameters of an algorithm with a local search, or without one.
// It sets those for which zero is a valid value. The others get their defaults with the instance.
func Published(algorithm Algorithm, search LocalSearch) Parameters {
	var p Parameters
	switch algorithm {
	case AlgorithmMMAS:
		p = MaxMin()
	case AlgorithmACS:
		p = AntColonySystem()
	default:
		p = AntSystem()
		p.Algorithm = algorithm
	}
	p.LocalSearch = search
	if algorithm == AlgorithmMMAS && p.HasLocalSearch() {
		p.Rho = localSearchRho
	}
	return p
}

const (
	// warpSize is the unit of the number of ants in Delévacq et al. 2013, section 5.1.
	warpSize = 32
	// searchAnts are the ants of MMAS with a local search: two on each of the paper's fourteen
	// multiprocessors (section 5.2).
	searchAnts = 28
)

// DefaultAnts returns the ants per colony in the papers of the algorithm: as many as cities. In
// MMAS it is the nearest number of the form 32·2ˣ, the smaller of two equally near ones; with a
// local search it is 28.
func (p Parameters) DefaultAnts(cities int) int {
	switch {
	case p.Algorithm != AlgorithmMMAS:
		return cities
	case p.HasLocalSearch():
		return searchAnts
	}
	ants := warpSize
	for cities-ants > 2*ants-cities { // 2·ants is nearer to cities than ants
		ants *= 2
	}
	return ants
}
