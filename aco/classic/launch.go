package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

const (
	// citiesPerLoad is the number of weights that an invocation reads at once. Rows are padded to whole loads.
	citiesPerLoad = 4
	// minSubgroup is the smallest subgroup for which the shared arrays of the shaders are large enough.
	minSubgroup  = glsl.MinSubgroup
	philoxRounds = 10 // of shaders/include/philox.glsl
	sumTurns     = 7  // of shaders/include/sum.glsl with subgroups of 128, the largest there are
)

// launchConfig holds the sizes that depend on the device and on the number of cities: invocations of a work-group, ants of a
// work-group, units of a dispatch. It never changes a result. KernelConfig holds the choices of the caller.
type launchConfig struct {
	row     uint32 // invocations per row of a matrix, or per tour
	ant     uint32 // invocations per ant; with MappingTask, ants per work-group
	vectors uint32 // loads of citiesPerLoad weights per invocation of an ant
	steps   uint32 // most steps of a tour in one dispatch; 0: no limit
	columns uint32 // cells of a row whose deposits are summed in shared memory at once
	near    nearLaunch
	maxMin  maxMinLaunch
	acs     antLaunch
	improve improveLaunch
	// the smallest and the largest work-group of an ant that keeps a list of the unvisited cities
	minListGroup, maxListGroup uint32
	limits                     pipeline.Limits
}

// unsizedLaunch is for a recording of which only the buffers are used. They do not depend on sizes. It keeps the data of the ants in
// device memory, which takes the most buffers.
var unsizedLaunch = launchConfig{
	row: maxRowGroup, ant: 1, near: nearLaunch{ants: 1},
	maxMin: maxMinLaunch{antLaunch: antLaunch{ants: 1, data: AntDataDevice}}, acs: antLaunch{ants: 1, data: AntDataDevice},
}

const (
	// maxRowGroup was not tuned: its stages take a small part of an iteration.
	maxRowGroup = 256
	// maxAntGroup is the largest size that was faster than the next smaller one; see docs/performance.md.
	maxAntGroup = 128
	// trialAntGroup is for selections with trials up to maxTrialGroupCities cities: the trials use half of a work-group of maxAntGroup.
	// With more cities the scan of the row after failed trials needs the larger group.
	trialAntGroup       = 64
	maxTrialGroupCities = 4096
	// maxColumns is 16 KiB of sums, which every device has. Longer rows are summed in parts.
	maxColumns = 4096
)

// maxGroupSize returns the largest power of two that is a size of a work-group.
func maxGroupSize(limits pipeline.Limits) uint32 { return 1 << (bits.Len32(limits.GroupSize) - 1) }

// checkSubgroups returns an error for a device whose subgroups the shaders cannot use.
func checkSubgroups(limits pipeline.Limits) error {
	if most := maxGroupSize(limits); limits.SubgroupSize < minSubgroup || limits.SubgroupSize > most {
		return problem.Errorf("the device has subgroups of %d in work-groups of %d: the shaders need subgroups of %d or more that fit a work-group",
			limits.SubgroupSize, most, minSubgroup).With(problem.Set(problem.OptionDevices, problem.CPU), problem.Other(problem.OptionDevices))
	}
	return nil
}

// newLaunchConfig returns the sizes for the algorithm of the problem.
func newLaunchConfig(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	algorithms := map[problem.Algorithm]func(*problem.Problem, KernelConfig, pipeline.Limits) (launchConfig, error){
		problem.AlgorithmAS: newAntSystemLaunch, problem.AlgorithmMMAS: newMaxMinLaunch, problem.AlgorithmACS: newACSLaunch,
	}
	s, err := algorithms[p.Algorithm](p, config, limits)
	if err == nil && p.HasLocalSearch() {
		s.improve, err = newImproveLaunch(p, config, limits)
	}
	return s, err
}

// newAntSystemLaunch returns the sizes for Ant System.
func newAntSystemLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	s, err := newRowLaunch(p, config, limits)
	if err == nil && p.Selection == problem.SelectNear {
		s.near, err = newNearLaunch(p, config, limits)
	}
	return s, err
}

// newRowLaunch returns the sizes for the stages of Ant System that read rows of a matrix.
func newRowLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	cities, trials, antGroup := p.Cities, p.Trials, config.AntGroup
	most := maxGroupSize(limits)
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	loads := uint32(pitch(cities) / citiesPerLoad)
	wanted := nextPowerOfTwo(loads)
	if limits.Software || config.Mapping == MappingTask {
		// A processor hides no latency by more subgroups, so one subgroup, which needs no barriers, is fastest. Neither does an
		// ant of one invocation wait for another.
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
	if need := s.sharedBytes(p, config); need > uint64(limits.SharedBytes) {
		return launchConfig{}, rejectShared(p, "an ant", need, limits).With(problem.Other(problem.OptionSelection), problem.Other(problem.OptionAlgorithm))
	}
	return s, nil
}

// rejectShared returns the error of something that needs more shared memory than a work-group of the device has.
func rejectShared(p *problem.Problem, what string, need uint64, limits pipeline.Limits) *problem.Error {
	return problem.Errorf("%d cities: %s takes %s of shared memory, the device has %s",
		p.Cities, what, pipeline.FormatBytes(need), pipeline.FormatBytes(uint64(limits.SharedBytes)))
}

// rejectTurns returns the error of a unit of work, a step or a round, with more loop iterations than the device allows in a dispatch.
func rejectTurns(unit string, p *problem.Problem, turns uint32, limits pipeline.Limits) error {
	return problem.Errorf("%d cities: one %s takes an invocation up to %d loop iterations, and this device's driver (llvmpipe) ends loops after %d",
		p.Cities, unit, turns, limits.LoopIterations).With(problem.Set(problem.OptionDevices, problem.CPU), problem.Other(problem.OptionDevices), problem.Other(problem.OptionAlgorithm))
}

// skipVisited returns 1 if an invocation skips the load of four weights whose cities are all visited. With more than two loads per
// invocation this saves more cache bandwidth than the branch costs.
func (s launchConfig) skipVisited() uint32 {
	return flag(s.vectors > 2)
}

// randomBlocks returns the blocks of four random words that a step needs: a word per trial and one for the roulette. A work-group
// computes the words of at least one step at once, one block per invocation.
func randomBlocks(trials int) uint32 { return uint32(trials)/4 + 1 }

// nextPowerOfTwo returns the smallest power of two that is at least n.
func nextPowerOfTwo(n uint32) uint32 { return 1 << bits.Len32(n-1) }
