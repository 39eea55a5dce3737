package conform

import (
	"cmp"
	"slices"

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

// The pheromone memories of MMAS and ACS.
var (
	maxMinMemories = []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemoryCandidates}
	acsMemories    = []classicmodel.Memory{classicmodel.MemoryMatrix, classicmodel.MemorySelective}
)

// antSystem returns Ant System with a selection. Some callers set the ants later.
func antSystem(selection classicmodel.Selection, ants int) classicmodel.Parameters {
	p := classicmodel.AntSystem()
	p.Selection, p.Ants = selection, ants
	return p
}

// maxMin returns MMAS with a pheromone memory.
func maxMin(memory classicmodel.Memory, ants int) classicmodel.Parameters {
	p := classicmodel.MaxMin()
	p.Memory, p.Ants = memory, ants
	return p
}

// colonySystem returns ACS with a pheromone memory.
func colonySystem(memory classicmodel.Memory, ants int) classicmodel.Parameters {
	p := classicmodel.AntColonySystem()
	p.Memory, p.Ants = memory, ants
	return p
}

// mergedAnts returns the default solver.
func mergedAnts(ants, colonies, kick int) recipe {
	return recipe{merged: &model.Parameters{Ants: ants, Colonies: colonies, Kick: kick, Temperature: 0.2}}
}

// recipes returns every algorithm with each of its selections, pheromone memories, local searches
// and kernel configurations, and every preset with few ants.
func recipes() []recipe {
	return slices.Concat(antSystemRecipes(), mmasRecipes(), acsRecipes(), presetRecipes(fewAnts), realExponentRecipes(),
		statisticsRecipes(), mergedRecipes())
}

// statisticsRecipes returns each algorithm with each of its pheromone memories, with statistics.
func statisticsRecipes() []recipe {
	all := []recipe{{parameters: classicmodel.AntSystem()}}
	for _, memory := range maxMinMemories {
		all = append(all, recipe{parameters: maxMin(memory, 0)})
	}
	for _, memory := range acsMemories {
		p := colonySystem(memory, 0)
		p.Synchronous = true
		all = append(all, recipe{parameters: p})
	}
	for i := range all {
		all[i].parameters.Ants, all[i].statistics = fewAnts+i, 1
	}
	return all
}

// realExponentRecipes returns each algorithm with exponents that are no multiples of 0.5.
func realExponentRecipes() []recipe {
	system := antSystem(classicmodel.SelectScan, fewAnts)
	mmas := classicmodel.MaxMin()
	mmas.Ants = 2 * fewAnts
	system.Alpha, mmas.Alpha = 1.3, 1.3
	colony := classicmodel.AntColonySystem()
	colony.Ants, colony.Synchronous = 2*fewAnts, true
	all := []recipe{{parameters: system}, {parameters: mmas}, {parameters: colony}}
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
			all = append(all, recipe{parameters: antSystem(selection, fewAnts), kernel: kernel})
		}
	}
	// Deposits and distances do not depend on the selection, so one selection is enough.
	scan := antSystem(classicmodel.SelectScan, fewAnts)
	for _, deposit := range classic.Deposits[1:] {
		all = append(all, recipe{parameters: scan, kernel: classic.KernelConfig{Deposit: deposit}})
	}
	// Each rule with some of the deposits, which add the amounts whatever they are.
	for i, deposit := range classic.Deposits {
		p := classicmodel.AntSystemWith(classicmodel.Rules[i%len(classicmodel.Rules)])
		p.Selection, p.Ants = classicmodel.SelectScan, fewAnts
		all = append(all, recipe{parameters: p, kernel: classic.KernelConfig{Deposit: deposit}})
	}
	return append(all, planarDistances(fewAnts))
}

// mmasRecipes returns MMAS with both pheromone memories and every kernel configuration, with one
// and two colonies.
func mmasRecipes() []recipe {
	var all []recipe
	for i, memory := range maxMinMemories {
		for k, kernel := range []classic.KernelConfig{
			{AntData: classic.AntDataShared}, {AntData: classic.AntDataDevice}, {Mapping: classic.MappingTask},
			{Distances: classic.DistancesCoordinates},
			{Distances: classic.DistancesCoordinates, AntData: classic.AntDataDevice},
			{Distances: classic.DistancesCoordinates, Mapping: classic.MappingTask},
		} {
			p := maxMin(memory, 2*fewAnts)
			p.Colonies = 1 + (i+k)%2
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
				p := maxMin(maxMinMemories[(i+k+l)%2], fewAnts)
				p.Colonies, p.LocalSearch, p.LocalSearchAnts = 2, search, ants
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
	for _, memory := range acsMemories {
		for _, distances := range classic.DistanceSources {
			add := func(ants int, synchronous bool, kernel classic.KernelConfig) {
				p := colonySystem(memory, ants)
				p.Colonies, p.LocalUpdatePeriod, p.Synchronous = 2, 2, synchronous
				kernel.Distances = distances
				all = append(all, recipe{parameters: p, kernel: kernel})
			}
			for _, data := range classic.AntDataValues {
				add(1, false, classic.KernelConfig{AntData: data})
			}
			add(1, false, classic.KernelConfig{Dispatch: classic.DispatchOne})
			if memory == classicmodel.MemoryMatrix {
				add(fewAnts, false, classic.KernelConfig{Dispatch: classic.DispatchOne, AntsAtOnce: 1})
			}
			add(fewAnts, false, classic.KernelConfig{AntsAtOnce: 1})
			add(2*fewAnts, true, classic.KernelConfig{Dispatch: classic.DispatchOne})
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
			r := mergedAnts(20, 1+colonies, 10)
			r.large = large
			all = append(all, r)
		}
	}
	return all
}

// largeCases returns one case of each algorithm on an input as large as the reference computes in
// about a minute.
func largeCases() []Case {
	system := classicmodel.AntSystem()
	system.Ants = 2
	mmas := maxMin(classicmodel.MemoryCandidates, 2)
	mmas.LocalSearch = classicmodel.Search2Opt
	acs := colonySystem(classicmodel.MemorySelective, 2)
	acs.Synchronous = true
	computed := classic.KernelConfig{Distances: classic.DistancesCoordinates}
	return []Case{
		recipe{parameters: system}.caseOn(clustered(2100), 1), // its matrices take more than one upload
		recipe{parameters: mmas, kernel: computed}.caseOn(clustered(10_000), 1),
		recipe{parameters: acs, kernel: computed}.caseOn(clustered(10_000), 1),
		largeMerged(),
	}
}

// largeMerged returns a large case of merged ants that reaches their limits: it has more long
// changes than an iteration considers, intervals of all classes, and ants that run out of pieces
// and whose queues are full. Devices exchange such changes if they have one colony.
func largeMerged() Case {
	return mergedAnts(270, 1, 50).caseOn(clustered(MaxCities), stageIterations).late()
}

// tieCase returns a case with far more merged ants than distinct changes, so that many ants claim
// cities with equal gains.
func tieCase() Case {
	return mergedAnts(300, 1, 10).caseOn(Input{Kind: "grid", Cities: 225, Seed: 1}, stageIterations)
}

// manyMergedAnts are merged ants whose numbers take more than 16 bits of a claim.
const manyMergedAnts = 66_000

// manyAntsCases returns cases of MMAS with so many ants that two of them share a subgroup wherever
// they can, the last one of a colony with itself. The last case has many merged ants.
func manyAntsCases() []Case {
	const ants = 4101
	matrix, candidates := maxMin(classicmodel.MemoryMatrix, ants), maxMin(classicmodel.MemoryCandidates, ants)
	matrix.Colonies, candidates.Colonies = 1, 2
	return []Case{
		recipe{parameters: matrix}.caseOn(clustered(90), stageIterations),
		recipe{parameters: candidates}.caseOn(uniform(33), stageIterations),
		mergedAnts(manyMergedAnts, 1, 10).caseOn(uniform(60), stageIterations),
	}
}

// fixedCases returns cases whose ants and local searches make thousands of moves of cities with
// fixed edges, so that a fault of one in a thousand removes an edge.
func fixedCases() []Case {
	search := classicmodel.MaxMin()
	search.Ants, search.LocalSearch = 8, classicmodel.Search3Opt
	return []Case{
		recipe{parameters: search}.caseOn(Input{Kind: "fixed", Cities: 400, Seed: 1}, 1),
		mergedAnts(1000, 1, 50).caseOn(Input{Kind: "fixed", Cities: 1000, Seed: 1}, stageIterations).late(),
	}
}

// fixedConstructions returns a small case of each algorithm and kernel that follows fixed edges from
// one dispatch to the next: the ants need the city before the cut.
func fixedConstructions() []Case {
	mmas := classicmodel.MaxMin()
	mmas.Ants = 2 * fewAnts
	input := Input{Kind: "fixed", Cities: 49, Seed: 1}
	return []Case{
		recipe{parameters: mmas}.caseOn(input, stageIterations),
		recipe{parameters: mmas, kernel: classic.KernelConfig{Mapping: classic.MappingTask}}.caseOn(input, stageIterations),
		recipe{parameters: colonySystem(classicmodel.MemorySelective, 1)}.caseOn(input, stageIterations),
	}
}

// withoutRace returns the parameters with one ant if several ants would race: their tours would
// differ from run to run.
func withoutRace(p classicmodel.Parameters) classicmodel.Parameters {
	if p.Racy() {
		p.Ants = 1
	}
	return p
}
