package conform

import (
	"cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// recipe is an algorithm with its parameters, without an input.
type recipe struct {
	name       string // of whole runs
	parameters classicmodel.Parameters
	kernel     classic.KernelConfig
	merged     *model.Parameters // nil for all algorithms but merged ants
	large      bool              // of merged ants; see Common
	statistics int               // see Common
}

// fewAnts are enough for several ants to choose one city, and too few to fill subgroups and
// work-groups.
const fewAnts = 5

// caseOn returns the case of the recipe on an input, with seed 1.
func (r recipe) caseOn(input Input, iterations int) Case {
	c := Case{Common: Common{Input: input, Iterations: iterations, Seed: 1}}
	if r.merged != nil {
		c.Algorithm, c.Merged, c.Large = merged.Algorithm, *r.merged, r.large
	} else {
		c.Algorithm = cmp.Or(r.parameters.Algorithm, classicmodel.AlgorithmAS)
		c.Parameters, c.Kernel, c.Statistics = r.parameters, r.kernel, r.statistics
	}
	c.copyCommon()
	return c
}

// recipes returns every algorithm with each of its selections, pheromone memories, local searches
// and kernel configurations, and every preset with few ants.
func recipes() []recipe {
	all := append(antSystemRecipes(), mmasRecipes()...)
	all = append(all, acsRecipes()...)
	all = append(all, presetRecipes(fewAnts)...)
	all = append(all, realExponentRecipes()...)
	all = append(all, statisticsRecipes()...)
	return append(all, mergedRecipes()...)
}

// statisticsRecipes returns each algorithm with each of its pheromone memories, with statistics.
func statisticsRecipes() []recipe {
	all := []recipe{{parameters: classicmodel.AntSystem()}}
	for _, memory := range []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemoryCandidates} {
		p := classicmodel.MaxMin()
		p.Memory = memory
		all = append(all, recipe{parameters: p})
	}
	for _, memory := range []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemorySelective} {
		p := classicmodel.AntColonySystem()
		p.Memory, p.Synchronous = memory, true
		all = append(all, recipe{parameters: p})
	}
	for i := range all {
		all[i].parameters.Ants, all[i].statistics = fewAnts+i, 1
	}
	return all
}

// realExponentRecipes returns each algorithm with exponents that are no multiples of 0.5.
func realExponentRecipes() []recipe {
	system := classicmodel.AntSystem()
	system.Selection, system.Alpha, system.Ants = classicmodel.SelectScan, 1.3, fewAnts
	maxMin := classicmodel.MaxMin()
	maxMin.Alpha, maxMin.Ants = 1.3, 2*fewAnts
	colony := classicmodel.AntColonySystem()
	colony.Ants, colony.Synchronous = 2*fewAnts, true
	all := []recipe{{parameters: system}, {parameters: maxMin}, {parameters: colony}}
	for i := range all {
		all[i].parameters.Beta = 2.7
	}
	return all
}

// antSystemRecipes returns Ant System with every selection and kernel configuration. Combinations
// that do not exist are refused later.
func antSystemRecipes() []recipe {
	kernels := []classic.KernelConfig{{}, {AntGroup: 1}, {AntGroup: 1024}}
	for _, mapping := range classic.Mappings[1:] {
		kernels = append(kernels, classic.KernelConfig{Mapping: mapping})
	}
	for _, dispatch := range classic.Dispatches[1:] {
		kernels = append(kernels, classic.KernelConfig{Dispatch: dispatch})
	}
	for _, search := range classic.PrefixSearches[1:] {
		kernels = append(kernels, classic.KernelConfig{PrefixSearch: search})
	}
	var all []recipe
	for _, selection := range classicmodel.Selections {
		for _, kernel := range kernels {
			p := classicmodel.AntSystem()
			p.Selection, p.Ants = selection, fewAnts
			all = append(all, recipe{parameters: p, kernel: kernel})
		}
	}
	// Deposits and distances do not depend on the selection, so one selection is enough.
	for _, deposit := range classic.Deposits[1:] {
		p := classicmodel.AntSystem()
		p.Selection, p.Ants = classicmodel.SelectScan, fewAnts
		all = append(all, recipe{parameters: p, kernel: classic.KernelConfig{Deposit: deposit}})
	}
	// Each rule with some of the deposits, which add the amounts whatever they are.
	for i, deposit := range classic.Deposits {
		p := classicmodel.AntSystemWith(classicmodel.Rules[i%len(classicmodel.Rules)])
		p.Selection, p.Ants = classicmodel.SelectScan, fewAnts
		all = append(all, recipe{parameters: p, kernel: classic.KernelConfig{Deposit: deposit}})
	}
	p := classicmodel.AntSystem()
	p.Selection, p.Ants = classicmodel.SelectScan, fewAnts
	return append(all, recipe{parameters: p, kernel: classic.KernelConfig{Distances: classic.DistancesCoordinates}})
}

// mmasRecipes returns MMAS with both pheromone memories and every kernel configuration, with one
// and two colonies.
func mmasRecipes() []recipe {
	var all []recipe
	for i, memory := range []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemoryCandidates} {
		for k, kernel := range []classic.KernelConfig{
			{AntData: classic.AntDataShared}, {AntData: classic.AntDataDevice}, {Mapping: classic.MappingTask},
			{Distances: classic.DistancesCoordinates},
			{Distances: classic.DistancesCoordinates, AntData: classic.AntDataDevice},
			{Distances: classic.DistancesCoordinates, Mapping: classic.MappingTask},
		} {
			p := classicmodel.MaxMin()
			p.Memory, p.Ants, p.Colonies = memory, 2*fewAnts, 1+(i+k)%2
			all = append(all, recipe{parameters: p, kernel: kernel})
		}
	}
	return append(all, localSearchRecipes()...)
}

// localSearchRecipes returns MMAS with every local search.
func localSearchRecipes() []recipe {
	var all []recipe
	for i, search := range classicmodel.LocalSearches[1:] {
		for k, ants := range classicmodel.LocalSearchAntsValues {
			for l, kernel := range []classic.KernelConfig{
				{}, {Distances: classic.DistancesCoordinates},
				{AntData: classic.AntDataDevice, Distances: classic.DistancesCoordinates},
				{AntData: classic.AntDataTour}, {AntData: classic.AntDataTour, Distances: classic.DistancesCoordinates},
				{Mapping: classic.MappingTask},
				{Mapping: classic.MappingTask, Distances: classic.DistancesCoordinates},
			} {
				p := classicmodel.MaxMin()
				p.Ants, p.Colonies, p.LocalSearch, p.LocalSearchAnts = fewAnts, 2, search, ants
				p.Memory = []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemoryCandidates}[(i+k+l)%2]
				all = append(all, recipe{parameters: p, kernel: kernel})
			}
		}
	}
	return all
}

// acsRecipes returns ACS with both pheromone memories and every kernel configuration. Asynchronous
// ants race, so there is only one of them, or one at once.
func acsRecipes() []recipe {
	var all []recipe
	for _, memory := range []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemorySelective} {
		for _, distances := range classic.DistanceSources {
			p := classicmodel.AntColonySystem()
			p.Memory, p.Ants, p.Colonies, p.LocalUpdatePeriod = memory, 1, 2, 2
			for _, data := range classic.AntDataValues {
				all = append(
					all, recipe{parameters: p, kernel: classic.KernelConfig{AntData: data, Distances: distances}},
				)
			}
			steps := classic.KernelConfig{Dispatch: classic.DispatchOne, Distances: distances}
			all = append(all, recipe{parameters: p, kernel: steps})
			if memory == classicmodel.MemoryMatrix {
				several := p
				several.Ants = fewAnts
				steps.AntsAtOnce = 1
				all = append(all, recipe{parameters: several, kernel: steps})
				steps.AntsAtOnce = 0
			}
			p.Ants = fewAnts
			all = append(all, recipe{parameters: p, kernel: classic.KernelConfig{AntsAtOnce: 1, Distances: distances}})
			p.Ants, p.Synchronous = 2*fewAnts, true
			all = append(all, recipe{parameters: p, kernel: steps})
		}
	}
	return all
}

// presetRecipes returns the presets with a number of ants per colony, 0 for the preset's own
// number. Racing ants are reduced to one.
func presetRecipes(ants int) []recipe {
	var all []recipe
	for _, preset := range classic.Presets {
		p := preset.Parameters
		if ants > 0 {
			p.Ants = ants
		}
		all = append(all, recipe{name: preset.Name, parameters: withoutRace(p), kernel: preset.Kernel})
	}
	return all
}

// mergedRecipes returns the default solver with one, two and three colonies each also with the
// shaders for large instances.
func mergedRecipes() []recipe {
	var all []recipe
	for _, large := range []bool{false, true} {
		for colonies := range 3 {
			all = append(all, recipe{
				merged: &model.Parameters{Ants: 20, Colonies: 1 + colonies, Kick: 10, Temperature: 0.2}, large: large,
			})
		}
	}
	return all
}

// largeCases returns one case of each algorithm on an input as large as the reference computes in
// about a minute.
func largeCases() []Case {
	antSystem := classicmodel.AntSystem()
	antSystem.Ants = 2
	mmas := classicmodel.MaxMin()
	mmas.Ants, mmas.Memory, mmas.LocalSearch = 2, classicmodel.MemoryCandidates, classicmodel.Search2Opt
	acs := classicmodel.AntColonySystem()
	acs.Ants, acs.Memory, acs.Synchronous = 2, classicmodel.MemorySelective, true
	computed := classic.KernelConfig{Distances: classic.DistancesCoordinates}
	var cases []Case
	for _, large := range []struct {
		recipe
		cities int
	}{
		{recipe{parameters: antSystem}, 2100}, // its matrices take more than one upload
		{recipe{parameters: mmas, kernel: computed}, 10_000},
		{recipe{parameters: acs, kernel: computed}, 10_000},
	} {
		cases = append(cases, large.caseOn(Input{Kind: "clustered", Cities: large.cities, Seed: 1}, 1))
	}
	return append(cases, largeMerged())
}

// largeMerged returns a large case of merged ants that reaches their limits: it has more long
// changes than an iteration considers, intervals of all classes, and ants that run out of pieces
// and whose queues are full. Devices exchange such changes if they have one colony.
func largeMerged() Case {
	r := recipe{merged: &model.Parameters{Ants: 270, Colonies: 1, Kick: 50, Temperature: 0.2}}
	return r.caseOn(Input{Kind: "clustered", Cities: MaxCities, Seed: 1}, stageIterations).late()
}

// tieCase returns a case with far more merged ants than distinct changes, so that many ants claim
// cities with equal gains.
func tieCase() Case {
	r := recipe{merged: &model.Parameters{Ants: 300, Colonies: 1, Kick: 10, Temperature: 0.2}}
	return r.caseOn(Input{Kind: "grid", Cities: 225, Seed: 1}, stageIterations)
}

// manyAntsCases returns cases of MMAS with so many ants that two of them share a subgroup wherever
// they can, the last one of a colony with itself. The last case has merged ants whose numbers take
// more than 16 bits of a claim.
func manyAntsCases() []Case {
	var cases []Case
	for i, memory := range []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemoryCandidates} {
		p := classicmodel.MaxMin()
		p.Ants, p.Memory, p.Colonies = 4101, memory, 1+i
		input := Input{Kind: []string{"clustered", "uniform"}[i], Cities: []int{90, 33}[i], Seed: 1}
		cases = append(cases, recipe{parameters: p}.caseOn(input, stageIterations))
	}
	r := recipe{merged: &model.Parameters{Ants: 66_000, Colonies: 1, Kick: 10, Temperature: 0.2}}
	return append(cases, r.caseOn(Input{Kind: "uniform", Cities: 60, Seed: 1}, stageIterations))
}

// fixedCases returns cases whose ants and local searches make thousands of moves of cities with
// fixed edges, so that a fault of one in a thousand removes an edge.
func fixedCases() []Case {
	search := classicmodel.MaxMin()
	search.Ants, search.LocalSearch = 8, classicmodel.Search3Opt
	ants := recipe{merged: &model.Parameters{Ants: 1000, Colonies: 1, Kick: 50, Temperature: 0.2}}
	return []Case{
		recipe{parameters: search}.caseOn(Input{Kind: "fixed", Cities: 400, Seed: 1}, 1),
		ants.caseOn(Input{Kind: "fixed", Cities: 1000, Seed: 1}, stageIterations).late(),
	}
}

// fixedConstructions returns a small case of each algorithm and kernel that follows fixed edges from
// one dispatch to the next: the ants need the city before the cut.
func fixedConstructions() []Case {
	var cases []Case
	for _, mapping := range []classic.Mapping{"", classic.MappingTask} {
		p := classicmodel.MaxMin()
		p.Ants = 2 * fewAnts
		cases = append(cases, recipe{parameters: p, kernel: classic.KernelConfig{Mapping: mapping}}.caseOn(
			Input{Kind: "fixed", Cities: 49, Seed: 1}, stageIterations))
	}
	p := classicmodel.AntColonySystem()
	p.Ants, p.Memory = 1, classicmodel.MemorySelective
	return append(cases, recipe{parameters: p}.caseOn(Input{Kind: "fixed", Cities: 49, Seed: 1}, stageIterations))
}

// withoutRace returns the parameters with one ant if several ants would race: their tours would
// differ from run to run.
func withoutRace(p classicmodel.Parameters) classicmodel.Parameters {
	if p.Racy() {
		p.Ants = 1
	}
	return p
}
