package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/internal/reference"
	"github.com/aco-vk/aco-vk/pipeline"
)

// checkHost returns an error if the processor cannot run a problem. It also checks the configuration, which the reference ignores.
func checkHost(p *problem.Problem, o Options) error {
	if err := o.Kernel.checkAlgorithm(p.Algorithm); err != nil {
		return err
	}
	if _, err := newRecording(p, o.Kernel.withDefaults(p), unsizedLaunch); err != nil {
		return err
	}
	return checkHostMemory(p)
}

// planRecording returns a recording that fits the limits, and its configuration. The problem need not be prepared.
func planRecording(p *problem.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, KernelConfig, error) {
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
		return &problem.TooLargeError{Err: err, Remedies: []problem.Remedy{
			problem.Other(problem.OptionAlgorithm), problem.Other(problem.OptionMemory), problem.Set(problem.OptionDevices, problem.CPU),
		}}
	}
	return nil
}

// chooseDistances sets Distances of a configuration if it is empty: the matrix if it fits in the device's memory, else coordinates.
func chooseDistances(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (KernelConfig, error) {
	sources := []DistanceSource{config.Distances}
	if config.Distances == "" {
		sources = []DistanceSource{DistancesMatrix}
		if _, err := p.DeviceMetric(); err == nil {
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
		tooLarge = &problem.TooLargeError{Err: err, Remedies: remedies(p, config.withDefaults(p), limits)}
	}
	return config, tooLarge
}

// compactMemories are pheromone memories whose size is proportional to the number of cities.
var compactMemories = map[problem.Algorithm]problem.Memory{
	problem.AlgorithmMMAS: problem.MemoryCandidates, problem.AlgorithmACS: problem.MemorySelective,
}

// remedies returns changes of the parameters with which the problem fits, the smallest change first.
func remedies(p *problem.Problem, config KernelConfig, limits pipeline.Limits) []problem.Remedy {
	fits := func(change func(*problem.Problem)) bool {
		other := *p
		change(&other)
		recording, err := newRecording(&other, config, unsizedLaunch)
		return err == nil && recording.MemoryPlan().Check(limits) == nil
	}
	if maxColonies := problem.Largest(p.Colonies, func(colonies int) bool { return fits(func(p *problem.Problem) { p.Colonies = colonies }) }); maxColonies > 0 {
		return []problem.Remedy{problem.AtMost(problem.OptionColonies, maxColonies)}
	}
	if maxAnts := problem.Largest(p.Ants, func(ants int) bool { return fits(func(p *problem.Problem) { p.Ants = ants }) }); maxAnts > 0 {
		return []problem.Remedy{problem.AtMost(problem.OptionAnts, maxAnts)}
	}
	if compact, ok := compactMemories[p.Algorithm]; ok && p.Memory != compact {
		maxAnts := problem.Largest(p.Ants, func(ants int) bool { return fits(func(p *problem.Problem) { p.Memory, p.Ants = compact, ants }) })
		if maxAnts == p.Ants {
			return []problem.Remedy{problem.Set(problem.OptionMemory, compact)}
		}
		if maxAnts > 0 {
			return []problem.Remedy{slices.Concat(problem.Set(problem.OptionMemory, compact), problem.AtMost(problem.OptionAnts, maxAnts))}
		}
	}
	maxCities := problem.Largest(p.Cities, func(cities int) bool {
		return fits(func(p *problem.Problem) { p.Cities, p.Ants, p.Colonies = cities, min(p.Ants, cities), 1 })
	})
	other := []problem.Remedy{problem.Other(problem.OptionDevices), problem.AtMost(problem.OptionCities, maxCities)}
	if p.Algorithm == problem.AlgorithmAS { // its pheromone memory is always a matrix
		compact := slices.Concat(problem.Set(problem.OptionAlgorithm, problem.AlgorithmMMAS), problem.Set(problem.OptionMemory, problem.MemoryCandidates))
		other = append([]problem.Remedy{compact}, other...)
	}
	return other
}

// checkHostMemory returns an error if the data do not fit in host memory.
func checkHostMemory(p *problem.Problem) error {
	need, available := reference.Bytes(p), memory.Available()
	if available > 0 && need > available {
		return problem.Errorf("%d cities and %d ants take %s of memory on the processor, which has %s free",
			p.Cities, p.Ants, pipeline.FormatBytes(need), pipeline.FormatBytes(available))
	}
	return nil
}
