package classic

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// checkHost returns an error if the processor cannot run a problem. It also checks the
// configuration, which the reference ignores.
func checkHost(p *model.Problem, o Options) error {
	if err := o.Kernel.checkAlgorithm(p.Algorithm); err != nil {
		return err
	}
	if _, err := newRecording(p, o.Kernel.withDefaults(p), unsizedLaunch); err != nil {
		return err
	}
	return checkHostMemory(p)
}

// planRecording returns a recording that fits the limits, and its configuration. The problem may
// be unprepared.
func planRecording(p *model.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, KernelConfig, error) {
	if err := o.Kernel.checkAlgorithm(p.Algorithm); err != nil {
		return pipeline.Recording{}, KernelConfig{}, err
	}
	config, err := chooseDistances(p, o.Kernel, limits)
	if err != nil {
		return pipeline.Recording{}, KernelConfig{}, err
	}
	o.Kernel = config
	recording, err := Recipe(p, o, limits)
	if err == nil {
		err = checkLimits(&recording, limits)
	}
	return recording, config.withDefaults(p).applicableTo(p.Algorithm), err
}

// checkLimits returns an error if the shaders or dispatches of a recording do not fit the limits.
func checkLimits(recording *pipeline.Recording, limits pipeline.Limits) error {
	if err := recording.Check(limits); err != nil {
		return &option.TooLargeError{Err: err, Remedies: []option.Remedy{
			option.Other(option.Algorithm), option.Other(option.Memory), option.Set(option.Devices, option.CPU),
		}}
	}
	return nil
}

// chooseDistances sets Distances of a configuration if it is empty: the matrix if it fits in the
// device's memory, else coordinates.
func chooseDistances(p *model.Problem, config KernelConfig, limits pipeline.Limits) (KernelConfig, error) {
	sources := []DistanceSource{config.Distances}
	if config.Distances == "" {
		sources = []DistanceSource{DistancesMatrix}
		if p.Plane.Refused() == nil {
			sources = append(sources, DistancesCoordinates)
		}
	}
	var tooLarge error // of the last source, which needs the least memory
	for _, config.Distances = range sources {
		unsized, err := newRecording(p, config.withDefaults(p), unsizedLaunch)
		if err != nil {
			return config, err
		}
		err = unsized.MemoryPlan().Check(limits)
		if err == nil {
			return config, nil
		}
		of := config.withDefaults(p)
		tooLarge = &option.TooLargeError{Err: err, Remedies: remedies(p, func(p *model.Problem) bool {
			recording, err := newRecording(p, of, unsizedLaunch)
			return err == nil && recording.MemoryPlan().Check(limits) == nil
		})}
	}
	return config, tooLarge
}

// compactMemories are pheromone memories whose size is proportional to the number of cities.
var compactMemories = map[model.Algorithm]model.Memory{
	model.AlgorithmMMAS: model.MemoryCandidates, model.AlgorithmACS: model.MemorySelective,
}

// remedies returns changes of the parameters that make the problem fit, the smallest change first.
func remedies(p *model.Problem, holds func(*model.Problem) bool) []option.Remedy {
	fits := func(change func(*model.Problem)) bool {
		other := *p
		change(&other)
		return holds(&other)
	}
	if maxColonies := option.Largest(p.Colonies,
		func(colonies int) bool { return fits(func(p *model.Problem) { p.Colonies = colonies }) }); maxColonies > 0 {
		return []option.Remedy{option.AtMost(option.Colonies, maxColonies)}
	}
	if maxAnts := option.Largest(p.Ants,
		func(ants int) bool { return fits(func(p *model.Problem) { p.Ants = ants }) }); maxAnts > 0 {
		return []option.Remedy{option.AtMost(option.Ants, maxAnts)}
	}
	if compact, ok := compactMemories[p.Algorithm]; ok && p.Memory != compact {
		maxAnts := option.Largest(
			p.Ants, func(ants int) bool { return fits(func(p *model.Problem) { p.Memory, p.Ants = compact, ants }) },
		)
		if maxAnts == p.Ants {
			return []option.Remedy{option.Set(option.Memory, compact)}
		}
		if maxAnts > 0 {
			return []option.Remedy{
				slices.Concat(option.Set(option.Memory, compact), option.AtMost(option.Ants, maxAnts)),
			}
		}
	}
	maxCities := option.Largest(p.Cities, func(cities int) bool {
		return fits(func(p *model.Problem) { p.Cities, p.Ants, p.Colonies = cities, min(p.Ants, cities), 1 })
	})
	other := []option.Remedy{option.Other(option.Devices), option.AtMost(option.Cities, maxCities)}
	if p.Algorithm == model.AlgorithmAS { // its pheromone memory is always a matrix
		compact := slices.Concat(
			option.Set(option.Algorithm, model.AlgorithmMMAS), option.Set(option.Memory, model.MemoryCandidates),
		)
		other = append([]option.Remedy{compact}, other...)
	}
	return other
}

// checkHostMemory returns an *option.TooLargeError if the data do not fit in host memory.
func checkHostMemory(p *model.Problem) error {
	need, available := reference.Bytes(p), memory.Available()
	if available == 0 || need <= available {
		return nil
	}
	return &option.TooLargeError{
		Err: fmt.Errorf("the run takes %s of memory on the processor, which has %s free", pipeline.FormatBytes(need),
			pipeline.FormatBytes(available)),
		Remedies: remedies(p, func(p *model.Problem) bool { return reference.Bytes(p) <= available }),
	}
}
