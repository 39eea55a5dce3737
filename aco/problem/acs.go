package problem

const (
	// acsCandidates and systemLocalRate are those of Skinderowicz's program; his paper's text says the former in section 3.1.
	acsCandidates = 32
	acsLocalRate  = 0.01
	// greedyLess: q0 = (n − greedyLess)/n lets a tour have so many choices by roulette on average (Skinderowicz's program).
	rouletteSteps = 20
)

// AntColonySystem returns the parameters of ACS as Skinderowicz 2016, section 4.1, takes them: as many ants as cities, α = 1,
// β = 3, ρ = 0.2, local rate 0.01, q0 = (n − 20)/n, candidate lists of 32.
func AntColonySystem() Parameters {
	return Parameters{
		Algorithm: AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Seed: 1, Candidates: acsCandidates, Memory: MemoryMatrix,
		LocalRate: acsLocalRate, LocalUpdatePeriod: 1,
	}
}

// Racy says whether ants read trails while others write them, so that tours depend on the device's timing: in ACS, unless all
// ants choose before all update, or a colony has one ant.
func (p Parameters) Racy() bool { return p.Algorithm == AlgorithmACS && !p.Synchronous && p.Ants != 1 }

// chooseACS fills in what ACS leaves open.
func (p *Parameters) chooseACS(cities int) {
	setDefault(&p.Candidates, acsCandidates)
	setDefault(&p.Memory, MemoryMatrix)
	setDefault(&p.LocalRate, acsLocalRate)
	setDefault(&p.LocalUpdatePeriod, 1)
	setDefault(&p.Q0, float64(max(0, cities-rouletteSteps))/float64(cities))
}

// validateACS refuses values that ACS does not have.
func (p Parameters) validateACS() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	if err := p.validateMemory(MemoryMatrix, MemorySelective); err != nil {
		return err
	}
	if p.Alpha != 1 {
		return Errorf("alpha %v: algorithm %s has 1", p.Alpha, p.Algorithm)
	}
	if !(p.Q0 >= 0 && p.Q0 <= 1) {
		return Errorf("q0 %v: the probability of the greedy choice lies between 0 and 1", p.Q0)
	}
	if !(p.LocalRate > 0 && p.LocalRate <= 1) {
		return Errorf("local rate %v: the share of the local update lies above 0 and is at most 1", p.LocalRate)
	}
	if p.LocalUpdatePeriod < 1 || p.LocalUpdatePeriod > MaxLocalUpdatePeriod {
		return Errorf("local update period %d: between 1 and %d steps can be used", p.LocalUpdatePeriod, MaxLocalUpdatePeriod)
	}
	return nil
}
