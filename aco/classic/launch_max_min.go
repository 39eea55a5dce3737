package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// maxMinLaunch holds the sizes for MMAS. With MappingTask each ant is an invocation.
type maxMinLaunch struct {
	antLaunch
	list uint32 // invocations per candidate list
}

// distanceIterations returns the loop iterations of one distance. Only a distance from coordinates
// that are not whole numbers has any (shaders/include/float64.glsl).
func distanceIterations(p *model.Problem, config KernelConfig) uint32 {
	if config.Distances == DistancesCoordinates && p.Plane.Grid.Units != distance.GridExact {
		return 18
	}
	return 0
}

// newMaxMinLaunch returns the sizes for MMAS.
func newMaxMinLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	maxGroup := maxGroupSize(limits)
	all := launchConfig{rowGroup: min(maxGroup, maxRowGroup)}
	s := &all.maxMin
	s.list = min(maxGroup, max(limits.SubgroupSize, model.MaxCandidates))
	if limits.Software {
		s.list = limits.SubgroupSize // one subgroup keeps a core busy
	}
	wanted := listGroup(allAnts(p), limits)
	if config.Mapping == MappingTask {
		wanted = manyAntsGroup
	}
	s.group, s.perInvocation = antGroupSize(config, limits, wanted), ceilDiv(uint32(p.Candidates),
		limits.MinSubgroupSize)
	s.prefetched = candidateParts(p, limits)
	if err := s.placeFlags(p, config, limits); err != nil {
		return launchConfig{}, err
	}
	if pairs, ok := s.withPairs(p, config, limits); ok && allAnts(p) >= minPairedAnts(limits) {
		*s = pairs
	}
	return all, s.limitSteps(p, config, limits, all.rowGroup)
}

// placeFlags sets where the visited flags are and how many ants share a work-group.
func (s *maxMinLaunch) placeFlags(p *model.Problem, config KernelConfig, limits pipeline.Limits) error {
	if config.Mapping == MappingTask {
		s.ants, s.data = s.group, AntDataDevice
		return nil
	}
	return s.antLaunch.placeFlags(p, config.AntData, limits, func(ants antLaunch) pipeline.Pass {
		return maxMinConstructPass(p, config, maxMinLaunch{antLaunch: ants})
	})
}

// limitSteps limits the steps of a dispatch by the loop iterations that the device allows. A step
// reads the candidates and, in the worst case, the rest of the list and all cities.
func (s *maxMinLaunch) limitSteps(p *model.Problem, config KernelConfig, limits pipeline.Limits, row uint32) error {
	const citiesPerRead = 8 // cities read at once from a word of flags (shaders/classic/flags.glsl)
	width, words := limits.MinSubgroupSize, subgroupFlagWords(p.Cities)
	bitsPerWord := citiesPerRead * ceilDiv(uint32(p.Cities), citiesPerRead*words)
	if config.Mapping == MappingTask {
		width, words, bitsPerWord = 1, flagWords(p.Cities), 32
	}
	perCity := scanIterations(p, config)
	words = ceilDiv(words, width)
	perSubgroup := s.antsPerSubgroup()
	rest := ceilDiv(uint32(p.ListWidth()), width) + words*(2+bitsPerWord*perCity)
	step := 3*ceilDiv(uint32(p.Candidates)*perSubgroup, width) + philoxRounds + sumIterations + perSubgroup*rest
	begin := perSubgroup * (2*words + ceilDiv(uint32(p.Cities), width))
	longest := max(step+begin, uint32(p.Cities)/row*perCity) // a step, or the evaluation of a tour
	if _, ok := limits.MaxUnits(longest, 0); !ok {
		return loopLimitError("step", p, longest, limits)
	}
	s.maxSteps, _ = limits.MaxUnits(step, begin)
	return nil
}

// scanIterations returns the loop iterations per city when an ant has visited all candidates and
// reads all cities (shaders/classic/rest.glsl).
func scanIterations(p *model.Problem, config KernelConfig) uint32 {
	const rankIterations = 11 // of rank_words, for the two cities that it reads at once 21
	iterations := 3 + distanceIterations(p, config)
	if p.Memory != model.MemoryCandidates { // else trails beyond the candidates are equal: no ranks and no products
		iterations += iterations + rankIterations + distanceIterations(p, config) + powerIterations(
			p.AlphaExponent) + powerIterations(p.BetaExponent)
	}
	return iterations
}

// powerIterations returns the loop iterations of power_of in shaders/classic/power.glsl.
func powerIterations(e model.Exponent) uint32 {
	halves, exact := e.Halves()
	if !exact {
		return 0
	}
	return halves/2 + 16*(halves%2)
}
