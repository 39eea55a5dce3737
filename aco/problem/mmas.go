package problem

// maxMinCandidates is the candidate list of Delévacq et al. 2013, section 5.1.
const maxMinCandidates = 20

// MaxMin returns the parameters of MMAS without local search, as Delévacq et al. 2013, section 5.1, take them from Stützle
// and Hoos 2000: α = 1, β = 2, ρ = 0.02, candidate lists of 20. With a local search both papers have ρ = 0.2.
func MaxMin() Parameters {
	return Parameters{
		Algorithm: AlgorithmMMAS, Alpha: 1, Beta: 2, Rho: 0.02, Seed: 1, Candidates: maxMinCandidates, Memory: MemoryMatrix,
	}
}

// chooseMaxMin fills in what MMAS leaves open.
func (p *Parameters) chooseMaxMin() {
	setDefault(&p.Candidates, maxMinCandidates)
	setDefault(&p.Memory, MemoryMatrix)
}

// validateMaxMin refuses values that MMAS does not have.
func (p Parameters) validateMaxMin() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	return p.validateMemory(MemoryMatrix, MemoryCandidates)
}
