package variants

import (
	"errors"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// colonies adds what package aco makes.
func (l *list) colonies() error {
	for _, cities := range sizes {
		all, err := instances(cities)
		if err != nil {
			return err
		}
		for _, instance := range all {
			if err := l.colony(instance); err != nil {
				return err
			}
		}
	}
	return nil
}

// colony adds the recipes of all systems for an instance, in their own form and in all others.
func (l *list) colony(instance *tsp.Instance) error {
	for _, s := range systems(instance.Dimension()) {
		p, err := problem.NewUnprepared(instance, s.Parameters)
		var refused *problem.Error
		if errors.As(err, &refused) {
			continue
		} else if err != nil {
			return err
		}
		for _, form := range append(forms(p.Algorithm), s.Kernel) {
			if err := l.add(classic.Recipe(p, classic.Options{Kernel: form}, l.limits)); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostMatrixCities is the most cities for which there are systems with n × n words: beyond it a matrix has more words than 32 bits
// count bytes, and no recipe of theirs fits a device.
const mostMatrixCities = 32_768

// systems are the parameters that recipes look at: of the presets, of what runs without flags, and of all selections, memories and local searches.
func systems(cities int) []classic.Preset {
	all := []classic.Preset{{Parameters: problem.Recommended(cities)}}
	for _, memory := range []problem.Memory{problem.MemoryCandidates, problem.MemorySelective} {
		all = append(all, candidateSystems(memory)...)
	}
	if cities > mostMatrixCities {
		return all
	}
	all = append(all, classic.Presets...)
	all = append(all, candidateSystems(problem.MemoryMatrix)...)
	for _, selection := range problem.Selections {
		p := problem.AntSystem()
		p.Selection = selection
		all = append(all, classic.Preset{Parameters: p})
	}
	return all
}

// candidateSystems are those of MMAS and ACS with a memory; one that an algorithm does not have is refused by it.
func candidateSystems(memory problem.Memory) (all []classic.Preset) {
	for _, algorithm := range []problem.Algorithm{problem.AlgorithmMMAS, problem.AlgorithmACS} {
		for _, search := range problem.LocalSearches {
			for _, ants := range problem.LocalSearchAntsValues {
				p := problem.Published(algorithm, search)
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

// forms are all that tell an algorithm's shaders apart, those of stages that share no axis one after the other.
func forms(algorithm problem.Algorithm) []classic.KernelConfig {
	any := []classic.KernelConfig{{}}
	distances := with(any, classic.DistanceSources, func(f *classic.KernelConfig) *classic.DistanceSource { return &f.Distances })
	mappings := func(forms []classic.KernelConfig) []classic.KernelConfig {
		return with(forms, classic.Mappings, func(f *classic.KernelConfig) *classic.Mapping { return &f.Mapping })
	}
	dispatches := func(forms []classic.KernelConfig) []classic.KernelConfig {
		return with(forms, classic.Dispatches, func(f *classic.KernelConfig) *classic.Dispatch { return &f.Dispatch })
	}
	if algorithm == problem.AlgorithmAS {
		searches := with(any, classic.PrefixSearches, func(f *classic.KernelConfig) *classic.PrefixSearch { return &f.PrefixSearch })
		deposits := with(any, classic.Deposits, func(f *classic.KernelConfig) *classic.Deposit { return &f.Deposit })
		return append(append(dispatches(mappings(searches)), deposits...), distances...)
	}
	data := with(distances, classic.AntDataForms, func(f *classic.KernelConfig) *classic.AntData { return &f.AntData })
	return append(data, dispatches(mappings(distances))...)
}

// with returns each form once with every value of a field.
func with[T any](forms []classic.KernelConfig, values []T, field func(*classic.KernelConfig) *T) (all []classic.KernelConfig) {
	for _, form := range forms {
		for _, value := range values {
			*field(&form) = value
			all = append(all, form)
		}
	}
	return all
}
