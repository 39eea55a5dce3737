package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// maxMinLaunch is what MMAS chooses by the device and by n. With mapping task its ants are invocations.
type maxMinLaunch struct {
	antLaunch
	list uint32 // invocations for a city's candidates
}

// distanceTurns is the turns of the loops of a distance. Only one from coordinates that are not whole has any
// (shaders/include/float64.glsl).
func distanceTurns(p *problem.Problem, config KernelConfig) uint32 {
	if config.Distances == DistancesCoordinates && p.Grid.Units != problem.GridExact {
		return 18
	}
	return 0
}

func newMaxMinLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	most := maxGroupSize(limits)
	all := launchConfig{row: min(most, maxRowGroup)}
	s := &all.maxMin
	s.list = min(most, max(limits.SubgroupSize, problem.MaxCandidates))
	if limits.Software {
		s.list = limits.SubgroupSize // nothing is gained by more at once than the processor has cores
	}
	s.group, s.own = antGroupSize(config, limits), eachOf(uint32(p.Candidates), limits.MinSubgroupSize)
	if err := s.placeFlags(p, config, limits); err != nil {
		return launchConfig{}, err
	}
	return all, s.limitSteps(p, config, limits, all.row)
}

// placeFlags decides where the ants' flags are, and how many ants a work-group has.
func (s *maxMinLaunch) placeFlags(p *problem.Problem, config KernelConfig, limits pipeline.Limits) error {
	if config.Mapping == MappingTask {
		if config.AntData == AntDataShared {
			return refuse("ant data %s: with mapping %s it is in the device's memory; leave one of the two out", config.AntData, config.Mapping)
		}
		s.ants, s.data = s.group, AntDataDevice
		return nil
	}
	return s.antLaunch.placeFlags(p, config.AntData, limits)
}

// limitSteps sets the steps of a dispatch by the turns of loops that the device allows: a step looks at the candidates and, at worst,
// at the rest of the list and at all cities.
func (s *maxMinLaunch) limitSteps(p *problem.Problem, config KernelConfig, limits pipeline.Limits, row uint32) error {
	const atOnce = 8 // cities of a word of flags (shaders/include/rest.glsl)
	width, bits := limits.MinSubgroupSize, atOnce*groupsOf(atOnce*subgroupFlagWords(p.Cities), p.Cities)
	if config.Mapping == MappingTask {
		width, bits = 1, 32
	}
	each := func(count uint32) uint32 { return eachOf(count, width) }
	city := restTurns(p, config)
	words := each(subgroupFlagWords(p.Cities))
	turns := 3*each(uint32(p.Candidates)) + philoxRounds + sumTurns + each(uint32(p.ListWidth())) + words*(2+bits*city)
	once := 2*words + each(uint32(p.Cities))
	most := max(turns+once, uint32(p.Cities)/row*city) // a step, or the evaluation of a tour
	if _, ok := limits.MaxUnits(most, 0); !ok {
		return rejectTurns("step", p, most, limits)
	}
	s.steps, _ = limits.MaxUnits(turns, once)
	return nil
}

// restTurns is the turns that a city of the rest takes (shaders/include/rest.glsl).
func restTurns(p *problem.Problem, config KernelConfig) uint32 {
	turns := 3 + distanceTurns(p, config)
	if p.Memory != problem.MemoryCandidates { // whose rest has no trails to weigh
		turns += turns + powerTurns(p.AlphaHalves) + powerTurns(p.BetaHalves)
	}
	return turns
}

// powerTurns is the turns of the loops of power in shaders/include/product.glsl.
func powerTurns(halves uint32) uint32 { return halves/2 + 16*(halves%2) }
