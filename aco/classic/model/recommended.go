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
	// maxSearchCities is the largest instance whose local search fits every device with 32 KiB of shared memory. It keeps one bit per
	// city there.
	maxSearchCities = 200_000
	// recommendedNeighbours is half of the published length. Longer lists rarely give better moves
	// and take 1.5 times as long: fnl4461 was at .97% after 5 s with 20, .56% with 10 and .76%
	// with 8.
	recommendedNeighbours = 10
	// largeInstanceAnts is for instances beyond maxSearchCities.
	largeInstanceAnts = 64
)

// Recommended returns the best known parameters for the number of cities, for symmetric and asymmetric instances: MMAS with 3-opt for all
// ants and O(n) pheromone. For instances too large for the local search it is synchronous ACS with selective pheromone memory, whose
// tours do not depend on the device either. The parameters do not depend on the device.
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
