package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// ofAlgorithm are the flags that are one algorithm's, which --algorithm auto does not choose for their sake.
var ofAlgorithm = map[string]problem.Algorithm{
	"selection": problem.AlgorithmAS, "trials": problem.AlgorithmAS, "rest": problem.AlgorithmAS, "tile": problem.AlgorithmAS,
	"dispatch": problem.AlgorithmAS, "search": problem.AlgorithmAS, "deposit": problem.AlgorithmAS,
	"q0": problem.AlgorithmACS, "local-rate": problem.AlgorithmACS, "local-update-period": problem.AlgorithmACS,
	"synchronous": problem.AlgorithmACS,
}

// checkAlgorithm refuses such flags where no algorithm is named.
func (s *solveCommand) checkAlgorithm(line *kong.Context) error {
	if s.Algorithm != auto || s.Preset != "" {
		return nil
	}
	for _, step := range line.Path {
		if step.Flag == nil {
			continue
		}
		if of, ok := ofAlgorithm[step.Flag.Name]; ok {
			return usageError{fmt.Errorf("--%s is of algorithm %s: add --algorithm %s", step.Flag.Name, of, of)}
		}
	}
	return nil
}

// system is what --algorithm and --local-search stand for: a named algorithm as its papers have it, else what is best for so many
// cities. MMAS without a local search is another system than with one, so auto then has what is published of it.
func (s *solveCommand) system(cities int) problem.Parameters {
	search := unlessAuto[problem.LocalSearch](s.LocalSearch)
	none := search == problem.SearchNone
	if none {
		search = "" // which every algorithm has
	}
	if s.Algorithm != auto {
		return problem.Published(problem.Algorithm(s.Algorithm), search)
	}
	p := problem.Best(cities)
	if none && p.Searches() {
		memory := p.Memory
		p = problem.Published(p.Algorithm, "")
		p.Memory = memory
	}
	given(&p.LocalSearch, search)
	return p
}
