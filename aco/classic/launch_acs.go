package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// newACSLaunch returns the sizes for ACS.
func newACSLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	all := launchConfig{rowGroup: min(maxGroupSize(limits), maxRowGroup)}
	s := &all.acs // ants are subgroups
	s.group, s.perInvocation = antGroupSize(config, limits, listGroup(allAnts(p), limits)), ceilDiv(
		uint32(p.Candidates), limits.MinSubgroupSize)
	s.prefetched = candidateParts(p, limits)
	data := config.AntData
	if acsInSteps(p, config) {
		data = AntDataDevice
	}
	if err := s.placeFlags(p, data, limits,
		func(ants antLaunch) pipeline.Pass { return acsConstructPass(p, config, ants) }); err != nil {
		return launchConfig{}, err
	}
	for config.AntsAtOnce > 0 && uint32(config.AntsAtOnce)%s.ants > 0 { // a batch has whole work-groups
		s.group, s.ants = s.group/2, s.ants/2
	}
	return all, s.limitACSSteps(p, config, limits, all.rowGroup)
}

// limitACSSteps limits the steps of a dispatch by the loop iterations that the device allows. A
// step reads the candidates and, in the worst case, the rest of the list and all cities.
func (s *antLaunch) limitACSSteps(p *model.Problem, config KernelConfig, limits pipeline.Limits, row uint32) error {
	// loop iterations per city and per record
	perCity, perRecord, width := scanIterations(p, config), uint32(0), limits.MinSubgroupSize
	if p.Memory == model.MemorySelective {
		perRecord = model.SelectiveTrails + 1 // to load a record or to search it
		if !p.Synchronous {
			perRecord++ // in two parts, with a loop each
		}
		perCity += 2 * perRecord
	}
	update := 1 + 3*perRecord
	words := ceilDiv(subgroupFlagWords(p.Cities), width)
	step := 3*(philoxRounds+1) + (8+perRecord)*s.perInvocation + sumIterations + ceilDiv(uint32(p.ListWidth()),
		width) + words*(2+32*perCity) + 2*(perRecord+update)
	begin := 2*words + ceilDiv(uint32(p.Cities), width) + perRecord
	updates := uint32(0) // the separate dispatch that makes the updates of a step
	if p.Synchronous {
		ants := uint32(p.Ants)
		if p.Memory == model.MemorySelective {
			// In the worst case all ants cross the same edge. Each end reads all ants twice and
			// changes its record once per ant.
			updates = 2 * (1 + 2*ceilDiv(ants, width) + ants*update)
		} else {
			updates = ants // if all ants cross the same edge
			step += ants   // if they cross different edges, and all searches for a slot begin at the same one
		}
	} else if acsInSteps(p, config) {
		step += uint32(p.Ants) // if all ants cross the same edge, each makes a swap fail
	}
	longest := max(step+begin, uint32(p.Cities)/row*scanIterations(p, config), updates)
	if _, ok := limits.MaxUnits(longest, 0); !ok {
		return loopLimitError("step", p, longest, limits)
	}
	s.maxSteps, _ = limits.MaxUnits(step, begin)
	return nil
}
