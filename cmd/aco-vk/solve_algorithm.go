package main

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// algorithmMerged is merged ants, which are no algorithm of package problem.
const algorithmMerged = "merged"

// ofAlgorithm are the flags that are one algorithm's, which --algorithm auto does not choose for their sake, but for merged ants.
var ofAlgorithm = map[string]problem.Algorithm{
	"selection": problem.AlgorithmAS, "trials": problem.AlgorithmAS, "rest": problem.AlgorithmAS, "tile": problem.AlgorithmAS,
	"dispatch": problem.AlgorithmAS, "search": problem.AlgorithmAS, "deposit": problem.AlgorithmAS,
	"q0": problem.AlgorithmACS, "local-rate": problem.AlgorithmACS, "local-update-period": problem.AlgorithmACS,
	"synchronous":  problem.AlgorithmACS,
	"initial-tour": algorithmMerged, "temperature": algorithmMerged, "kick": algorithmMerged, "windows": algorithmMerged,
	"pheromone": algorithmMerged, "replay": algorithmMerged,
}

// notOfMerged are the flags of the other algorithms that merged ants do not have.
var notOfMerged = []string{
	"preset", "alpha", "beta", "rho", "selection", "trials", "rest", "tile", "mapping", "dispatch", "search", "deposit", "distances", "memory", "q0",
	"local-rate", "local-update-period", "synchronous", "ant-data", "local-search", "local-search-ants", "neighbours", "exchange-every", "topology",
}

// flagOf returns the first flag of the command line that is among some, "" where none is.
func flagOf(line *kong.Context, names []string) string {
	for _, step := range line.Path {
		if step.Flag != nil && slices.Contains(names, step.Flag.Name) {
			return step.Flag.Name
		}
	}
	return ""
}

// refuseOfMerged refuses flags that merged ants do not have.
func refuseOfMerged(line *kong.Context) error {
	if name := flagOf(line, notOfMerged); name != "" {
		return usageError{fmt.Errorf("--%s: algorithm %s has none", name, algorithmMerged)}
	}
	return nil
}

// checkAlgorithm refuses such flags where no algorithm is named, and those that are merged ants' alone, or not theirs, where another one
// is. Flags that are merged ants' alone name these.
func (s *solveCommand) checkAlgorithm(line *kong.Context) error {
	if s.Resume != "" {
		return s.checkResume(line)
	}
	ofMerged := func(step *kong.Path) bool { return step.Flag != nil && ofAlgorithm[step.Flag.Name] == algorithmMerged }
	if s.Algorithm == auto && s.Preset == "" && slices.ContainsFunc(line.Path, ofMerged) {
		s.Algorithm = algorithmMerged
	}
	if s.Algorithm == algorithmMerged {
		if err := refuseOfMerged(line); err != nil {
			return err
		}
	}
	for _, step := range line.Path {
		if step.Flag == nil {
			continue
		}
		name := step.Flag.Name
		of, ok := ofAlgorithm[name]
		switch {
		case ok && s.Algorithm == auto && s.Preset == "":
			return usageError{fmt.Errorf("--%s is of algorithm %s: add --algorithm %s", name, of, of)}
		case of == algorithmMerged && s.Algorithm != algorithmMerged:
			return usageError{fmt.Errorf("--%s is of algorithm %s", name, of)}
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
	p := problem.Recommended(cities)
	if none && p.HasLocalSearch() {
		memory := p.Memory
		p = problem.Published(p.Algorithm, "")
		p.Memory = memory
	}
	given(&p.LocalSearch, search)
	return p
}
