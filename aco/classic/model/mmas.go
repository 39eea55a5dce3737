package model

// maxMinCandidates is the length of candidate lists in Delévacq et al. 2013, section 5.1.
const maxMinCandidates = 20

// MaxMin returns the parameters of MMAS without local search in Stützle and Hoos 2000 and Delévacq et al. 2013, section 5.1: α = 1,
// β = 2, ρ = 0.02, candidate lists of 20. With a local search both papers use ρ = 0.2; see Published.
func MaxMin() Parameters {
	return Parameters{
		Algorithm: AlgorithmMMAS, Alpha: 1, Beta: 2, Rho: 0.02, Seed: 1, Candidates: maxMinCandidates, Memory: MemoryMatrix,
	}
}

// chooseMaxMin sets the defaults of MMAS.
func (p *Parameters) chooseMaxMin() {
	setDefault(&p.Candidates, maxMinCandidates)
	setDefault(&p.Memory, MemoryMatrix)
}

// validateMaxMin checks the parameters of MMAS.
func (p Parameters) validateMaxMin() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	return p.validateMemory(MemoryMatrix, MemoryCandidates)
}
