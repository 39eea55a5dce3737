package problem

import "slices"

// The algorithms that have a parameter.
var (
	ofAntSystem    = []Algorithm{AlgorithmAS}
	ofColonySystem = []Algorithm{AlgorithmACS}
	ofLists        = []Algorithm{AlgorithmMMAS, AlgorithmACS} // those with candidate lists
)

// validateBelonging refuses what is set and belongs to other algorithms.
func (p Parameters) validateBelonging() error {
	for _, parameter := range []struct {
		name string
		set  bool
		of   []Algorithm
	}{
		{"selection", p.Selection != "", ofAntSystem},
		{"trials", p.Trials != 0, ofAntSystem},
		{"rest", p.Rest != 0, ofAntSystem},
		{"tile", p.Tile != 0, ofAntSystem},
		{"candidates", p.Candidates != 0, ofLists},
		{"memory", p.Memory != "", ofLists},
		{"q0", p.Q0 != 0, ofColonySystem},
		{"local rate", p.LocalRate != 0, ofColonySystem},
		{"local update period", p.LocalUpdatePeriod != 0, ofColonySystem},
		{"synchronous", p.Synchronous, ofColonySystem},
		{"local search", p.LocalSearch != "" && p.LocalSearch != SearchNone, ofLists},
		{"local search ants", p.LocalSearchAnts != "", ofLists},
		{"neighbours", p.Neighbours != 0, ofLists},
		{"colonies", p.Colonies > 1, ofLists},
		{"exchange every", p.ExchangeEvery != 0, ofLists},
		{"topology", p.Topology != "" && p.Topology != TopologyNone, ofLists},
	} {
		if parameter.set && !slices.Contains(parameter.of, p.Algorithm) {
			return refuse("%s: algorithm %s has none, %v have", parameter.name, p.Algorithm, parameter.of)
		}
	}
	return nil
}

// validateCandidates refuses lists that a construction cannot have.
func (p Parameters) validateCandidates() error {
	if p.Candidates < 1 || p.Candidates > MaxCandidates {
		return refuse("candidates %d: between 1 and %d can be used", p.Candidates, MaxCandidates)
	}
	return nil
}

// validateMemory refuses a memory that is not among an algorithm's.
func (p Parameters) validateMemory(known ...Memory) error {
	if !slices.Contains(known, p.Memory) {
		return refuse("memory %q: algorithm %s has %v", p.Memory, p.Algorithm, known)
	}
	return nil
}
