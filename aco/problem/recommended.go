package problem

// recommendation is what solves instances of a size best, of those with at most so many cities.
type recommendation struct {
	cities int
	ants   int
}

// recommendations are what an Nvidia H200 found the best tours with of what was tried up to 13,509 cities; see docs/performance.md. Up to 500
// cities fewer ants do, which suits slower devices. Beyond 20,000 cities nothing was compared.
var recommendations = []recommendation{
	{500, 132},
	{1000, 528},
	{3000, 264},
	{20_000, 132},
	{maxSearchCities, 64},
}

const (
	// maxSearchCities is how many cities a local search can be given on every device with 32 KiB of shared memory, where it keeps a bit
	// of each.
	maxSearchCities = 200_000
	// recommendedNeighbours is half of what is published: moves further away are rarely better, and a search takes half as long again with them.
	recommendedNeighbours = 10
	// largeInstanceAnts are those of instances beyond mostSearched.
	largeInstanceAnts = 64
)

// Recommended returns the parameters that solve instances of so many cities best, symmetric or not: MMAS with 3-opt for all ants and a
// memory of O(n) words. Of more cities than a local search takes everywhere it is ACS with a selective memory, step by step, so that
// no tour depends on the device either. Nothing here is chosen by the device.
func Recommended(cities int) Parameters {
	for _, b := range recommendations {
		if cities <= b.cities {
			p := Published(AlgorithmMMAS, Search3Opt)
			p.Ants, p.Memory, p.LocalSearchAnts, p.Neighbours = b.ants, MemoryCandidates, LocalSearchAllAnts, recommendedNeighbours
			return p
		}
	}
	p := AntColonySystem()
	p.Ants, p.Memory, p.Synchronous = largeInstanceAnts, MemorySelective, true
	return p
}
