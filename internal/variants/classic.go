package variants

import (
	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// addClassic adds the pipelines of Ant System, MMAS and ACS on an instance, in every kernel configuration.
func (l *list) addClassic(instance *tsp.Instance) {
	for _, s := range systems(instance.Dimension()) {
		p, err := classicmodel.NewUnprepared(instance, s.Parameters)
		if l.fails(err) {
			continue
		}
		p.StatisticsEvery = 1
		for _, kernel := range append(kernels(p.Algorithm), s.Kernel) {
			l.add(classic.Recipe(p, classic.Options{Kernel: kernel}, l.limits))
		}
	}
}

// maxMatrixCities is the largest number of cities for systems with an n × n matrix: n² words of 4
// bytes must stay within 2³² bytes, the largest range of a storage buffer.
const maxMatrixCities = 32_768

// systems returns all parameters that select different shaders: the default, the presets, and all
// selections, pheromone memories and local searches.
func systems(cities int) []classic.Preset {
	all := []classic.Preset{{Parameters: classicmodel.Recommended(cities)}}
	for _, memory := range []classicmodel.Memory{classicmodel.MemoryCandidates, classicmodel.MemorySelective} {
		all = append(all, candidateSystems(memory)...)
	}
	if cities > maxMatrixCities {
		return all
	}
	all = append(all, classic.Presets...)
	all = append(all, candidateSystems(classicmodel.MemoryMatrix)...)
	for _, selection := range classicmodel.Selections {
		p := classicmodel.AntSystem()
		p.Selection = selection
		all = append(all, classic.Preset{Parameters: p})
	}
	for _, rule := range classicmodel.Rules {
		all = append(all, classic.Preset{Parameters: classicmodel.AntSystemWith(rule)})
	}
	return all
}

// candidateSystems returns MMAS and ACS with a pheromone memory and every local search.
// Combinations that do not exist are refused later.
func candidateSystems(memory classicmodel.Memory) (all []classic.Preset) {
	for _, algorithm := range []classicmodel.Algorithm{classicmodel.AlgorithmMMAS, classicmodel.AlgorithmACS} {
		for _, search := range classicmodel.LocalSearches {
			for _, ants := range classicmodel.LocalSearchAntsValues {
				p := classicmodel.Published(algorithm, search)
				p.Memory = memory
				if p.HasLocalSearch() {
					p.LocalSearchAnts = ants
				}
				all = append(all, classic.Preset{Parameters: p})
				p.Synchronous = true
				all = append(all, classic.Preset{Parameters: p})
			}
		}
	}
	return all
}

// kernels returns the kernel configurations that select an algorithm's shaders. Fields that belong
// to different stages are varied one after the other, not in all combinations.
func kernels(algorithm classicmodel.Algorithm) []classic.KernelConfig {
	any := []classic.KernelConfig{{}}
	distances := with(any, classic.DistanceSources,
		func(f *classic.KernelConfig) *classic.DistanceSource { return &f.Distances })
	mappings := func(configs []classic.KernelConfig) []classic.KernelConfig {
		return with(configs, classic.Mappings, func(f *classic.KernelConfig) *classic.Mapping { return &f.Mapping })
	}
	dispatches := func(configs []classic.KernelConfig) []classic.KernelConfig {
		return with(configs, classic.Dispatches, func(f *classic.KernelConfig) *classic.Dispatch { return &f.Dispatch })
	}
	if algorithm == classicmodel.AlgorithmAS {
		searches := with(any, classic.PrefixSearches,
			func(f *classic.KernelConfig) *classic.PrefixSearch { return &f.PrefixSearch })
		deposits := with(any, classic.Deposits, func(f *classic.KernelConfig) *classic.Deposit { return &f.Deposit })
		return append(append(dispatches(mappings(searches)), deposits...), distances...)
	}
	data := with(distances, classic.AntDataValues, func(f *classic.KernelConfig) *classic.AntData { return &f.AntData })
	return append(data, dispatches(mappings(distances))...)
}

// with returns each configuration once with every value of a field.
func with[T any](configs []classic.KernelConfig, values []T, field func(*classic.KernelConfig) *T) (
	all []classic.KernelConfig) {
	for _, config := range configs {
		for _, value := range values {
			*field(&config) = value
			all = append(all, config)
		}
	}
	return all
}
