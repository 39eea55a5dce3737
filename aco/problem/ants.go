package problem

const (
	// warpSize is the number of threads that Delévacq et al. 2013, section 5.1, make the ants of MMAS a multiple of.
	warpSize = 32
	// searchAnts are the ants of MMAS with a local search: two on each of the paper's fourteen multiprocessors (section 5.2).
	searchAnts = 28
)

// DefaultAnts returns the ants of a colony that the algorithm's papers take for so many cities: as many as cities, with MMAS
// the number 32·2ˣ that is nearest to them, of two equally near ones the smaller, and 28 with a local search.
func (p Parameters) DefaultAnts(cities int) int {
	switch {
	case p.Algorithm != AlgorithmMMAS:
		return cities
	case p.HasLocalSearch():
		return searchAnts
	}
	ants := warpSize
	for cities-ants > 2*ants-cities { // twice as many are nearer
		ants *= 2
	}
	return ants
}
