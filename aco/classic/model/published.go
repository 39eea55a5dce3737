package model

// localSearchRho is the evaporation rate of MMAS with a local search (Stützle and Hoos 2000; Delévacq et al. 2013, section 5.2).
const localSearchRho = 0.2

// Published returns the published parameters of an algorithm with a local search, or without one. It sets those for which zero is a valid
// value. The others get their defaults with the instance.
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
