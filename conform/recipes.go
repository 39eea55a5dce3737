package conform

import (
	"cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// recipe is an algorithm with parameters and form, for any input.
type recipe struct {
	name       string
	parameters problem.Parameters
	form       classic.KernelConfig
	merged     *model.Parameters // of merged ants; nil: it is another algorithm
	cities     int               // of the large input that it is for, 0: for all small ones
}

// fewAnts are enough to meet at cities and to leave subgroups and work-groups partly idle.
const fewAnts = 5

// on makes a case of a recipe.
func (r recipe) on(input Input, iterations int) Case {
	c := Case{Common: Common{Input: input, Iterations: iterations, Seed: 1}}
	if r.merged != nil {
		c.Algorithm, c.Merged = AlgorithmMerged, *r.merged
	} else {
		c.Algorithm, c.Parameters, c.Kernel = cmp.Or(r.parameters.Algorithm, problem.AlgorithmAS), r.parameters, r.form
	}
	c.adopt()
	return c
}

// recipes are all algorithms with all their selections, memories, searches and forms, and the papers' systems with few ants.
func recipes() []recipe {
	all := append(antSystems(), maxMins()...)
	all = append(all, colonySystems()...)
	all = append(all, presets(fewAnts)...)
	return append(all, mergedAnts()...)
}

// antSystems are Ant System by every selection, and each of its other forms with those selections that have it.
func antSystems() []recipe {
	forms := []classic.KernelConfig{{}, {AntGroup: 1}, {AntGroup: 1024}}
	for _, mapping := range classic.Mappings[1:] {
		forms = append(forms, classic.KernelConfig{Mapping: mapping})
	}
	for _, dispatch := range classic.Dispatches[1:] {
		forms = append(forms, classic.KernelConfig{Dispatch: dispatch})
	}
	for _, search := range classic.PrefixSearches[1:] {
		forms = append(forms, classic.KernelConfig{PrefixSearch: search})
	}
	var all []recipe
	for _, selection := range problem.Selections {
		for _, form := range forms {
			p := problem.AntSystem()
			p.Selection, p.Ants = selection, fewAnts
			all = append(all, recipe{parameters: p, form: form})
		}
	}
	// Where distances come from and how pheromone is added up is the same for all selections.
	for _, deposit := range classic.Deposits[1:] {
		p := problem.AntSystem()
		p.Selection, p.Ants = problem.SelectScan, fewAnts
		all = append(all, recipe{parameters: p, form: classic.KernelConfig{Deposit: deposit}})
	}
	p := problem.AntSystem()
	p.Selection, p.Ants = problem.SelectScan, fewAnts
	return append(all, recipe{parameters: p, form: classic.KernelConfig{Distances: classic.DistancesCoordinates}})
}

// maxMins are MMAS in both memories and all forms, in one colony and in two, and with every local search.
func maxMins() []recipe {
	var all []recipe
	for i, memory := range []problem.Memory{problem.MemoryMatrix, problem.MemoryCandidates} {
		for k, form := range []classic.KernelConfig{
			{AntData: classic.AntDataShared}, {AntData: classic.AntDataDevice}, {Mapping: classic.MappingTask},
			{Distances: classic.DistancesCoordinates}, {Distances: classic.DistancesCoordinates, AntData: classic.AntDataDevice},
			{Distances: classic.DistancesCoordinates, Mapping: classic.MappingTask},
		} {
			p := problem.MaxMin()
			p.Memory, p.Ants, p.Colonies = memory, 2*fewAnts, 1+(i+k)%2
			all = append(all, recipe{parameters: p, form: form})
		}
	}
	for i, search := range problem.LocalSearches[1:] {
		for k, ants := range problem.LocalSearchAntsValues {
			for l, form := range []classic.KernelConfig{
				{}, {Distances: classic.DistancesCoordinates}, {AntData: classic.AntDataDevice, Distances: classic.DistancesCoordinates},
			} {
				p := problem.MaxMin()
				p.Ants, p.Colonies, p.LocalSearch, p.LocalSearchAnts = fewAnts, 2, search, ants
				p.Memory = []problem.Memory{problem.MemoryMatrix, problem.MemoryCandidates}[(i+k+l)%2]
				all = append(all, recipe{parameters: p, form: form})
			}
		}
	}
	return all
}

// colonySystems are ACS in both memories and all forms. Ants that make whole tours race, and only one alone has a defined result.
func colonySystems() []recipe {
	var all []recipe
	for _, memory := range []problem.Memory{problem.MemoryMatrix, problem.MemorySelective} {
		for _, distances := range classic.DistanceSources {
			p := problem.AntColonySystem()
			p.Memory, p.Ants, p.Colonies, p.LocalUpdatePeriod = memory, 1, 2, 2
			for _, data := range classic.AntDataForms {
				all = append(all, recipe{parameters: p, form: classic.KernelConfig{AntData: data, Distances: distances}})
			}
			p.Ants, p.Synchronous = 2*fewAnts, true
			all = append(all, recipe{parameters: p, form: classic.KernelConfig{Dispatch: classic.DispatchOne, Distances: distances}})
		}
	}
	return all
}

// presets are the papers' systems with so many ants of a colony; 0: as many as they have. Of ants that race there is one.
func presets(ants int) []recipe {
	var all []recipe
	for _, preset := range classic.Presets {
		p := preset.Parameters
		if ants > 0 {
			p.Ants = ants
		}
		all = append(all, recipe{name: preset.Name, parameters: alone(p), form: preset.Kernel})
	}
	return all
}

// mergedAnts are merged ants with each pheromone, and with windows.
func mergedAnts() []recipe {
	var all []recipe
	for i, pheromone := range model.Pheromones {
		all = append(all, recipe{merged: &model.Parameters{
			Ants: 20, Colonies: 1 + i%2, Kick: 10, Temperature: 0.2, Pheromone: pheromone,
		}})
	}
	return append(all, recipe{merged: &model.Parameters{Ants: 20, Windows: 2, Kick: 10, Temperature: 0.2}})
}

// largeRecipes are for inputs as large as a minute of the reference allows.
func largeRecipes() []recipe {
	system := problem.AntSystem()
	system.Ants = 2
	maxMin := problem.MaxMin()
	maxMin.Ants, maxMin.Memory, maxMin.LocalSearch = 2, problem.MemoryCandidates, problem.Search2Opt
	colony := problem.AntColonySystem()
	colony.Ants, colony.Memory, colony.Synchronous = 2, problem.MemorySelective, true
	computed := classic.KernelConfig{Distances: classic.DistancesCoordinates}
	return []recipe{
		{parameters: system, cities: 2000}, {parameters: maxMin, form: computed, cities: 10_000}, {parameters: colony, form: computed, cities: 10_000},
		{merged: &model.Parameters{Ants: 200, Colonies: 2, Kick: 50, Temperature: 0.2}, cities: MaxCities},
	}
}

// tied are more merged ants than have changes of their own to make on a small input.
func tied() recipe {
	return recipe{merged: &model.Parameters{Ants: 200, Colonies: 1, Kick: 10, Temperature: 0.2, Pheromone: model.PheromoneOff}}
}

// alone leaves one ant where ants would race.
func alone(p problem.Parameters) problem.Parameters {
	if p.Racy() {
		p.Ants = 1
	}
	return p
}
