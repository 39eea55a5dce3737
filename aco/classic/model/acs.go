package model

import "github.com/aco-vk/aco-vk/aco/option"

const (
	// acsCandidates and acsLocalRate are from Skinderowicz's program. The paper gives the former in section 3.1.
	acsCandidates = 32
	acsLocalRate  = 0.01
	// rouletteSteps is the mean number of steps of a tour that are not greedy: q0 = (n − rouletteSteps)/n (Skinderowicz's program).
	rouletteSteps = 20
)

// AntColonySystem returns the parameters of ACS of Skinderowicz 2016, section 4.1: as many ants as cities, α = 1,
// β = 3, ρ = 0.2, local rate 0.01, q0 = (n − 20)/n, candidate lists of 32.
func AntColonySystem() Parameters {
	return Parameters{
		Algorithm: AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Seed: 1, Candidates: acsCandidates, Memory: MemoryMatrix,
		LocalRate: new(acsLocalRate), LocalUpdatePeriod: 1,
	}
}

// Racy reports whether ants read trails while others write them, so that tours depend on timing. This is so in ACS, except with
// Synchronous or with one ant per colony.
func (p Parameters) Racy() bool { return p.Algorithm == AlgorithmACS && !p.Synchronous && p.Ants != 1 }

// chooseACS sets the defaults of ACS.
func (p *Parameters) chooseACS(cities int) {
	setDefault(&p.Candidates, acsCandidates)
	setDefault(&p.Memory, MemoryMatrix)
	setDefault(&p.LocalRate, new(acsLocalRate))
	setDefault(&p.LocalUpdatePeriod, 1)
	setDefault(&p.Q0, new(float64(max(0, cities-rouletteSteps))/float64(cities)))
}

// validateACS checks the parameters of ACS.
func (p Parameters) validateACS() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	if err := p.validateMemory(MemoryMatrix, MemorySelective); err != nil {
		return err
	}
	if p.Alpha != 1 {
		return option.Errorf("alpha %v: algorithm %s supports only 1", p.Alpha, p.Algorithm)
	}
	if !isShare(*p.Q0) {
		return option.Errorf("q0 %v: the probability of the greedy choice must be 0 to 1", *p.Q0)
	}
	if !isShare(*p.LocalRate) {
		return option.Errorf("local rate %v: the rate of the local update must be 0 to 1", *p.LocalRate)
	}
	if p.LocalUpdatePeriod < 1 || p.LocalUpdatePeriod > MaxLocalUpdatePeriod {
		return option.Errorf("local update period %d: use 1 to %d steps", p.LocalUpdatePeriod, MaxLocalUpdatePeriod)
	}
	return nil
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }
