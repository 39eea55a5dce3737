package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	// citiesPerLoad is how many weights an invocation reads at once; rows are padded to whole loads.
	citiesPerLoad = 4
	// minSubgroup is the smallest subgroup that the shaders' shared arrays are sized for.
	minSubgroup  = 4
	philoxRounds = 10 // of shaders/include/philox.glsl
	sumTurns     = 7  // of shaders/include/sum.glsl with subgroups of 128, the largest there are
)

// launchConfig is what a recipe chooses by the device and by n. It never changes a result.
type launchConfig struct {
	row     uint32 // invocations for a row of a matrix, or for the edges of a tour
	ant     uint32 // invocations for an ant's choices, or ants of a work-group
	vectors uint32 // loads of four weights by each of an ant's invocations
	steps   uint32 // of a tour in one dispatch
	columns uint32 // of a row's deposits that are added up in shared memory at a time
	near    nearLaunch
	maxMin  maxMinLaunch
	acs     antLaunch // of ACS
	improve improveLaunch
	// invocations for the choices of an ant that keeps a list: at the least and at the most
	minListGroup, maxListGroup uint32
	limits                     pipeline.Limits
}

// unsizedLaunch stands for a shape where only buffers are asked for, which do not depend on it but for what ants have in the device's memory.
var unsizedLaunch = launchConfig{
	row: maxRowGroup, ant: 1, near: nearLaunch{ants: 1},
	maxMin: maxMinLaunch{antLaunch: antLaunch{ants: 1, data: AntDataDevice}}, acs: antLaunch{ants: 1, data: AntDataDevice},
}

const (
	// maxRowGroup was not searched for: the stages that it is for take a small part of an iteration.
	maxRowGroup = 256
	// maxAntGroup is the size beyond which more invocations did not help; see docs/performance.md.
	maxAntGroup = 128
	// Trials leave the larger half of such a work-group idle, until the row of a failed step is too long for one half.
	trialAntGroup       = 64
	maxTrialGroupCities = 4096
	// maxColumns is 16 KiB of sums, which every device has. Longer rows take another turn a part.
	maxColumns = 4096
)

// maxGroupSize is the largest power of two that a work-group can have.
func maxGroupSize(limits pipeline.Limits) uint32 { return 1 << (bits.Len32(limits.GroupSize) - 1) }

// checkSubgroups refuses a device whose subgroups the shaders cannot use.
func checkSubgroups(limits pipeline.Limits) error {
	if most := maxGroupSize(limits); limits.SubgroupSize < minSubgroup || limits.SubgroupSize > most {
		return refuse("the device has subgroups of %d in work-groups of %d: the shaders need subgroups from %d to the size of a work-group; choose another device, or the processor (--device cpu)",
			limits.SubgroupSize, most, minSubgroup)
	}
	return nil
}

// newLaunchConfig returns the shape of the problem's algorithm.
func newLaunchConfig(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	shapes := map[problem.Algorithm]func(*problem.Problem, KernelConfig, pipeline.Limits) (launchConfig, error){
		problem.AlgorithmAS: newAntSystemLaunch, problem.AlgorithmMMAS: newMaxMinLaunch, problem.AlgorithmACS: newACSLaunch,
	}
	s, err := shapes[p.Algorithm](p, config, limits)
	if err == nil && p.HasLocalSearch() {
		s.improve, err = newImproveLaunch(p, config, limits)
	}
	return s, err
}

// newAntSystemLaunch is that of Ant System.
func newAntSystemLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	s, err := newRowLaunch(p, config, limits)
	if err == nil && p.Selection == problem.SelectNear {
		s.near, err = newNearLaunch(p, config, limits)
	}
	return s, err
}

// newRowLaunch is what Ant System has for stages that go along rows.
func newRowLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	cities, trials, antGroup := p.Cities, p.Trials, config.AntGroup
	most := maxGroupSize(limits)
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	loads := uint32(pitch(cities) / citiesPerLoad)
	wanted := nextPowerOfTwo(loads)
	if limits.Software || config.Mapping == MappingTask {
		// There is nothing to hide latency with: a subgroup that never waits for another is fastest. Ants of an invocation each
		// never wait.
		wanted = limits.SubgroupSize
	}
	wanted = min(wanted, maxAntGroup)
	if trials > 0 && cities <= maxTrialGroupCities {
		wanted = min(wanted, trialAntGroup)
	}
	if antGroup > 0 {
		wanted = nextPowerOfTwo(uint32(antGroup))
	}
	s := launchConfig{limits: limits, row: min(most, maxRowGroup), ant: min(most, max(limits.SubgroupSize, wanted, nextPowerOfTwo(randomBlocks(trials))))}
	s.columns = min(uint32(pitch(cities)), maxColumns, limits.SharedBytes/4)
	if from := p.FirstListStep(cities); from < cities {
		if err := s.chooseListGroups(p, config, most, limits); err != nil || from == 0 {
			return s, err
		}
	}
	s.vectors = (loads + s.ant - 1) / s.ant
	turns, begin := s.turns(p, config)
	var ok bool
	if s.steps, ok = limits.MaxUnits(turns, begin); !ok {
		return launchConfig{}, rejectTurns("step", p, turns+begin, limits)
	}
	if need := s.sharedBytes(p, config); need > limits.SharedBytes {
		return launchConfig{}, refuse("%d cities: an ant takes %s of shared memory, most of it for its visited flags, and the device has %s; choose another algorithm or selection (--algorithm, --selection)",
			cities, pipeline.FormatBytes(uint64(need)), pipeline.FormatBytes(uint64(limits.SharedBytes)))
	}
	return s, nil
}

// rejectTurns refuses a unit of work, a step or a round, that takes more turns of loops than the device allows in a dispatch.
func rejectTurns(unit string, p *problem.Problem, turns uint32, limits pipeline.Limits) error {
	return refuse("%d cities: one %s takes an invocation up to %d loop iterations, and this device's driver (llvmpipe) ends loops after %d; choose a GPU, the processor, or another algorithm or selection",
		p.Cities, unit, turns, limits.LoopIterations)
}

// skipVisited says whether four visited cities are left out of the loads: where an invocation makes more than two, it
// saves more of the cache's bandwidth than the branch costs.
func (s launchConfig) skipVisited() uint32 {
	if s.vectors > 2 {
		return 1
	}
	return 0
}

// randomBlocks is how many blocks of four random words a step takes: one for each trial and one for the roulette. A
// work-group makes at least one step's words at once, a block an invocation.
func randomBlocks(trials int) uint32 { return uint32(trials)/4 + 1 }

// maxRandomBlocks is how many blocks of random words construct.comp makes at once, BLOCKS there.
const maxRandomBlocks = 64

func nextPowerOfTwo(n uint32) uint32 { return 1 << bits.Len32(n-1) }
