package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// citiesPerLoad is the number of weights that an invocation reads at a time. Rows are padded
	// to whole loads.
	citiesPerLoad = 4
	// minSubgroup is the smallest subgroup for which the shared arrays of the shaders are large
	// enough.
	minSubgroup   = glsl.MinSubgroup
	philoxRounds  = 10 // loop iterations of shaders/include/philox.glsl
	sumIterations = 7  // loop iterations of shaders/classic/sum.glsl with subgroups of 128, the largest
)

// launchConfig holds the sizes that depend on the device and on the number of cities: invocations
// and ants per work-group, units per dispatch. It never changes a result. KernelConfig holds the
// choices of the caller.
type launchConfig struct {
	rowGroup uint32    // invocations per row of a matrix, or per tour
	antGroup uint32    // invocations per ant; with MappingTask, ants per work-group
	loads    uint32    // loads of citiesPerLoad weights per invocation of an ant
	maxSteps uint32    // most steps of a tour in one dispatch; 0: no limit
	columns  uint32    // cells of a row whose deposits are summed in shared memory at once
	near     antLaunch // with selection near: each ant is a subgroup
	maxMin   maxMinLaunch
	acs      antLaunch
	improve  improveLaunch
	// the smallest and the largest work-group of an ant that keeps a list of the unvisited cities
	minListGroup, maxListGroup uint32
	limits                     pipeline.Limits
}

// unsizedLaunch is for a caller that uses only the buffers of a recording. They do not depend on
// sizes. It keeps ant data in device memory, which takes the most buffers.
var unsizedLaunch = launchConfig{
	rowGroup: maxRowGroup, antGroup: 1, near: antLaunch{ants: 1},
	maxMin:  maxMinLaunch{antLaunch: antLaunch{ants: 1, data: AntDataDevice}},
	acs:     antLaunch{ants: 1, data: AntDataDevice},
	improve: improveLaunch{group: 1, parts: 1},
}

// maxRowGroup is the most invocations per row of a matrix or per tour. It was not tuned: these
// stages take a small part of an iteration.
const maxRowGroup = 256

// maxGroupSize returns the largest power of two that is a size of a work-group.
func maxGroupSize(limits pipeline.Limits) uint32 { return 1 << (bits.Len32(limits.GroupSize) - 1) }

// checkSubgroups returns an error for a device whose subgroups the shaders cannot use.
func checkSubgroups(limits pipeline.Limits) error {
	if maxGroup := maxGroupSize(limits); limits.SubgroupSize < minSubgroup || limits.SubgroupSize > maxGroup {
		return option.Errorf(
			"the device has subgroups of %d in work-groups of %d: the shaders need subgroups of %d or more that fit a work-group",
			limits.SubgroupSize, maxGroup, minSubgroup).With(option.Set(option.Devices, option.CPU),
			option.Other(option.Devices))
	}
	return nil
}

// newLaunchConfig returns the sizes for the algorithm of the problem.
func newLaunchConfig(p *model.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	algorithms := map[model.Algorithm]func(*model.Problem, KernelConfig, pipeline.Limits) (launchConfig, error){
		model.AlgorithmAS: newAntSystemLaunch, model.AlgorithmMMAS: newMaxMinLaunch, model.AlgorithmACS: newACSLaunch,
	}
	s, err := algorithms[p.Algorithm](p, config, limits)
	if err == nil && p.HasLocalSearch() {
		s.improve, err = newImproveLaunch(p, config, limits)
	}
	return s, err
}

// sharedMemoryError returns the error for data that need more shared memory than a work-group of
// the device has.
func sharedMemoryError(p *model.Problem, what string, need uint64, limits pipeline.Limits) *option.Error {
	return option.Errorf("%d cities: %s takes %s of shared memory, the device has %s",
		p.Cities, what, pipeline.FormatBytes(need), pipeline.FormatBytes(uint64(limits.SharedBytes)))
}

// loopLimitError returns the error for a unit of work, a step or a round, with more loop
// iterations than the device allows in a dispatch.
func loopLimitError(unit string, p *model.Problem, iterations uint32, limits pipeline.Limits) error {
	return option.Errorf(
		"%d cities: one %s needs up to %d loop iterations per invocation, and this device's driver (%s) allows %d",
		p.Cities, unit, iterations, limits.Driver, limits.LoopIterations).
		With(option.Set(option.Devices, option.CPU), option.Other(option.Devices), option.Other(option.Algorithm))
}

// nextPowerOfTwo returns the smallest power of two that is at least n.
func nextPowerOfTwo(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// nearestPowerOfTwo returns the power of two nearest to n. Of two equally near, it is the larger.
func nearestPowerOfTwo(n uint32) uint32 {
	next := nextPowerOfTwo(n)
	if n-next/2 < next-n {
		return next / 2
	}
	return next
}

// ceilDiv returns items divided by size, rounded up.
func ceilDiv[T uint32 | uint64](items, size T) T { return (items + size - 1) / size }

// groupCount returns the work-groups of a given size that have at least this many invocations.
func groupCount(invocations int, group uint32) uint32 { return ceilDiv(uint32(invocations), group) }
