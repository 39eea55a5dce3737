package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// constructACSPasses make the tours of ACS: whole ones, or step by step where all ants choose before all update. Ants are subgroups.
func constructACSPasses(p *problem.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if config.Mapping != MappingGroup || config.Dispatch.shrinksGroups() {
		return nil, refuse("mapping %s, dispatch %s: ants of algorithm %s are groups of invocations, with dispatch %s or %s",
			config.Mapping, config.Dispatch, p.Algorithm, DispatchAll, DispatchOne)
	}
	pass := pipeline.Pass{
		Stage: "construct", Units: uint32(p.Cities), Groups: groupsOf(s.acs.ants, p.Colonies*p.Ants),
		Constants: constants(s.acs.group, map[string]uint32{
			"ANTS": s.acs.ants, "FLAG_WORDS": subgroupFlagWords(p.Cities), "OWN": s.acs.own, "CANDIDATES": uint32(p.Candidates),
			"PERIOD": uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric),
			"ALPHA_HALVES": p.AlphaHalves, "BETA_HALVES": p.BetaHalves,
		}),
	}
	variant := acsVariant{selective: p.Memory == problem.MemorySelective, computed: config.Distances == DistancesCoordinates}
	if p.Synchronous {
		pass.Shader, pass.Loop = stepACS[variant], 1
		return []pipeline.Pass{pass, updateACSPass(p, s)}, nil
	}
	variant.deviceFlags = s.acs.data == AntDataDevice
	pass.Shader, pass.MaxUnits = constructACS[variant], s.acs.steps
	pass.CheapUnits = 1 // the start city is drawn without a look at any list
	if config.Dispatch.isOneStep() {
		pass.MaxUnits = 1
	}
	return []pipeline.Pass{pass}, nil
}

// updateACSPass makes the local updates of a step.
func updateACSPass(p *problem.Problem, s launchConfig) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "construct", Loop: 1, Units: uint32(p.Cities),
		Shader: &shaders.ConstructAcsUpdate, Groups: groupsOf(s.row, p.Colonies*p.Ants),
		Constants: constants(s.row, map[string]uint32{"PERIOD": uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == problem.MemorySelective {
		pass.Shader, pass.Groups = &shaders.ConstructAcsRecords, groupsOf(s.acs.ants, p.Colonies*p.Ants)
		pass.Constants[pipeline.GroupSize], pass.Constants["ANTS"] = s.acs.group, s.acs.ants
	}
	return pass
}

// acsVariant is what the shaders of the construction differ by: records in place of a matrix, computed distances, and visited flags
// in the device's memory.
type acsVariant struct{ selective, computed, deviceFlags bool }

var constructACS = map[acsVariant]*shaders.Shader{
	{}:                                   &shaders.ConstructAcs,
	{computed: true}:                     &shaders.ConstructAcsCoordinates,
	{selective: true}:                    &shaders.ConstructAcsSelective,
	{selective: true, computed: true}:    &shaders.ConstructAcsSelectiveCoordinates,
	{deviceFlags: true}:                  &shaders.ConstructAcsDevice,
	{deviceFlags: true, computed: true}:  &shaders.ConstructAcsDeviceCoordinates,
	{deviceFlags: true, selective: true}: &shaders.ConstructAcsSelectiveDevice,
	{true, true, true}:                   &shaders.ConstructAcsSelectiveDeviceCoordinates,
}

var stepACS = map[acsVariant]*shaders.Shader{
	{}:                                &shaders.ConstructAcsStep,
	{computed: true}:                  &shaders.ConstructAcsStepCoordinates,
	{selective: true}:                 &shaders.ConstructAcsStepSelective,
	{selective: true, computed: true}: &shaders.ConstructAcsStepSelectiveCoordinates,
}

// depositBestPasses reinforce the edges of the best tours.
func depositBestPasses(p *problem.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositBest, Units: 1, Groups: groupsOf(s.row, p.Colonies*p.Cities),
		Constants: constants(s.row, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == problem.MemorySelective {
		pass.Shader = &shaders.DepositBestSelective
	}
	return []pipeline.Pass{pass}, nil
}
