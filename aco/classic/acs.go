package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// constructACSPasses make the tours of ACS: whole ones, or step by step where all ants choose before all update. Ants are subgroups.
func constructACSPasses(p *problem.Problem, form KernelConfig, s shape) ([]pipeline.Pass, error) {
	if form.Mapping != MappingGroup || form.Dispatch.fitsGroups() {
		return nil, refuse("mapping %s, dispatch %s: ants of algorithm %s are groups of invocations, with dispatch %s or %s",
			form.Mapping, form.Dispatch, p.Algorithm, DispatchAll, DispatchOne)
	}
	pass := pipeline.Pass{
		Stage: "construct", Units: uint32(p.Cities), Groups: groupsOf(s.system.ants, p.Colonies*p.Ants),
		Constants: constants(s.system.group, map[string]uint32{
			"ANTS": s.system.ants, "FLAG_WORDS": spreadWords(p.Cities), "OWN": s.system.own, "CANDIDATES": uint32(p.Candidates),
			"PERIOD": uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric),
			"ALPHA_HALVES": p.AlphaHalves, "BETA_HALVES": p.BetaHalves,
		}),
	}
	variant := acsVariant{selective: p.Memory == problem.MemorySelective, computed: form.Distances == DistancesCoordinates}
	if p.Synchronous {
		pass.Shader, pass.Loop = stepACS[variant], 1
		return []pipeline.Pass{pass, updateACSPass(p, s)}, nil
	}
	variant.device = s.system.data == AntDataDevice
	pass.Shader, pass.MaxUnits = constructACS[variant], s.system.steps
	pass.CheapUnits = 1 // the start city is drawn without a look at any list
	if form.Dispatch.single() {
		pass.MaxUnits = 1
	}
	return []pipeline.Pass{pass}, nil
}

// updateACSPass makes the local updates of a step.
func updateACSPass(p *problem.Problem, s shape) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "construct", Loop: 1, Units: uint32(p.Cities),
		Shader: &shaders.ConstructAcsUpdate, Groups: groupsOf(s.row, p.Colonies*p.Ants),
		Constants: constants(s.row, map[string]uint32{"PERIOD": uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == problem.MemorySelective {
		pass.Shader, pass.Groups = &shaders.ConstructAcsRecords, groupsOf(s.system.ants, p.Colonies*p.Ants)
		pass.Constants[pipeline.GroupSize], pass.Constants["ANTS"] = s.system.group, s.system.ants
	}
	return pass
}

// acsVariant is what the shaders of the construction differ by: records in place of a matrix, computed distances, and visited flags
// in the device's memory.
type acsVariant struct{ selective, computed, device bool }

var constructACS = map[acsVariant]*shaders.Shader{
	{}:                                &shaders.ConstructAcs,
	{computed: true}:                  &shaders.ConstructAcsCoordinates,
	{selective: true}:                 &shaders.ConstructAcsSelective,
	{selective: true, computed: true}: &shaders.ConstructAcsSelectiveCoordinates,
	{device: true}:                    &shaders.ConstructAcsDevice,
	{device: true, computed: true}:    &shaders.ConstructAcsDeviceCoordinates,
	{device: true, selective: true}:   &shaders.ConstructAcsSelectiveDevice,
	{true, true, true}:                &shaders.ConstructAcsSelectiveDeviceCoordinates,
}

var stepACS = map[acsVariant]*shaders.Shader{
	{}:                                &shaders.ConstructAcsStep,
	{computed: true}:                  &shaders.ConstructAcsStepCoordinates,
	{selective: true}:                 &shaders.ConstructAcsStepSelective,
	{selective: true, computed: true}: &shaders.ConstructAcsStepSelectiveCoordinates,
}

// depositBestPasses reinforce the edges of the best tours.
func depositBestPasses(p *problem.Problem, _ KernelConfig, s shape) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositBest, Units: 1, Groups: groupsOf(s.row, p.Colonies*p.Cities),
		Constants: constants(s.row, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == problem.MemorySelective {
		pass.Shader = &shaders.DepositBestSelective
	}
	return []pipeline.Pass{pass}, nil
}
