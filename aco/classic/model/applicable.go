package model

import (
	"github.com/aco-vk/aco-vk/aco/option"
	"slices"
)

// The algorithms that a parameter applies to.
var (
	antSystemOnly           = []Algorithm{AlgorithmAS}
	acsOnly                 = []Algorithm{AlgorithmACS}
	candidateListAlgorithms = []Algorithm{AlgorithmMMAS, AlgorithmACS} // construction with candidate lists
)

// validateApplicable returns an error if a parameter is set that does not apply to the algorithm.
func (p Parameters) validateApplicable() error {
	for _, parameter := range []struct {
		name string
		set  bool
		of   []Algorithm
	}{
		{"selection", p.Selection != "", antSystemOnly},
		{"trials", p.Trials != 0, antSystemOnly},
		{"rest", p.Rest != 0, antSystemOnly},
		{"tile", p.Tile != 0, antSystemOnly},
		{"candidates", p.Candidates != 0, candidateListAlgorithms},
		{"memory", p.Memory != "", candidateListAlgorithms},
		{"q0", p.Q0 != nil, acsOnly},
		{"local rate", p.LocalRate != nil, acsOnly},
		{"local update period", p.LocalUpdatePeriod != 0, acsOnly},
		{"synchronous", p.Synchronous, acsOnly},
		{"local search", p.LocalSearch != "" && p.LocalSearch != SearchNone, candidateListAlgorithms},
		{"local search ants", p.LocalSearchAnts != "", candidateListAlgorithms},
		{"neighbours", p.Neighbours != 0, candidateListAlgorithms},
		{"several colonies or devices", p.Colonies > 1, candidateListAlgorithms},
		{"exchange every", p.ExchangeEvery != 0, candidateListAlgorithms},
		{"topology", p.Topology != "" && p.Topology != TopologyNone, candidateListAlgorithms},
	} {
		if parameter.set && !slices.Contains(parameter.of, p.Algorithm) {
			return option.Errorf("%s: supported by algorithm %s, not by %s", parameter.name, either(parameter.of), p.Algorithm)
		}
	}
	return nil
}

// either lists one or two algorithms: "mmas or acs".
func either(list []Algorithm) string {
	if len(list) == 1 {
		return string(list[0])
	}
	return string(list[0] + " or " + list[1])
}

// validateCandidates checks the length of the candidate lists.
func (p Parameters) validateCandidates() error {
	if p.Candidates < 1 || p.Candidates > MaxCandidates {
		return option.Errorf("candidates %d: use 1 to %d", p.Candidates, MaxCandidates)
	}
	return nil
}

// validateMemory checks that the algorithm supports the pheromone memory.
func (p Parameters) validateMemory(known ...Memory) error {
	if !slices.Contains(known, p.Memory) {
		return option.Errorf("memory %q: algorithm %s supports %v", p.Memory, p.Algorithm, known)
	}
	return nil
}
