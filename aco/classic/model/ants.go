package model

const (
	// warpSize is the unit of the number of ants in Delévacq et al. 2013, section 5.1.
	warpSize = 32
	// searchAnts are the ants of MMAS with a local search: two on each of the paper's fourteen multiprocessors (section 5.2).
	searchAnts = 28
)

// DefaultAnts returns the ants per colony in the papers of the algorithm: as many as cities; in MMAS the nearest number of the form
// 32·2ˣ, the smaller of two equally near ones, or 28 with a local search.
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
