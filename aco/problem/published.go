package problem

// localSearchRho is the share that evaporates in MMAS with a local search (Stützle and Hoos 2000; Delévacq et al. 2013, section 5.2).
const localSearchRho = 0.2

// Published returns the parameters that an algorithm's papers take with a local search, or without one: those for which zero is
// a value, and so stands for nothing else. The rest is left to be chosen with the instance.
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
