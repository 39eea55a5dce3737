package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// newACSLaunch is the shape of ACS.
func newACSLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	all := launchConfig{row: min(maxGroupSize(limits), maxRowGroup)}
	s := &all.acs // ants are subgroups
	s.group, s.own = antGroupSize(config, limits), eachOf(uint32(p.Candidates), limits.MinSubgroupSize)
	data := config.AntData
	if p.Synchronous {
		if data == AntDataShared {
			return launchConfig{}, refuse("ant data %s: ants that choose step by step keep it in the device's memory between steps (--ant-data %s)",
				data, AntDataDevice)
		}
		data = AntDataDevice
	}
	if err := s.placeFlags(p, data, limits); err != nil {
		return launchConfig{}, err
	}
	return all, s.limitACSSteps(p, config, limits, all.row)
}

// limitACSSteps sets the steps of a dispatch by the turns of loops that the device allows: a step looks at the candidates and, at worst,
// at the rest of the list and at all cities.
func (s *antLaunch) limitACSSteps(p *problem.Problem, config KernelConfig, limits pipeline.Limits, row uint32) error {
	city, record, width := restTurns(p, config), uint32(0), limits.MinSubgroupSize
	if p.Memory == problem.MemorySelective {
		record = problem.SelectiveTrails + 1 // to load one, or to look something up in it
		city += 2 * record
	}
	update := 1 + 3*record
	words := eachOf(subgroupFlagWords(p.Cities), width)
	turns := 3*(philoxRounds+1) + (6+record)*s.own + sumTurns + eachOf(uint32(p.ListWidth()), width) + words*(2+32*city) + 2*(record+update)
	once := 2*words + eachOf(uint32(p.Cities), width) + record
	together := uint32(0) // updates of a step, which are a dispatch of their own
	if p.Synchronous {
		// All ants may have come from one city and gone to another; they are looked through twice, and all change one record each time.
		together = 2 * (1 + 2*eachOf(uint32(p.Ants), width) + uint32(p.Ants)*update)
	}
	most := max(turns+once, uint32(p.Cities)/row*restTurns(p, config), together)
	if _, ok := limits.MaxUnits(most, 0); !ok {
		return rejectTurns("step", p, most, limits)
	}
	s.steps, _ = limits.MaxUnits(turns, once)
	return nil
}
