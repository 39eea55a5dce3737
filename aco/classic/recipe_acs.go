package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// acsConstructPasses construct the tours of the ants of ACS. Each ant is a subgroup. With
// Parameters.Synchronous each step is two passes: all ants choose, then all update. Otherwise there
// is one pass, or one for each batch of ants, and ants race for the trails, in whole tours or step
// by step (KernelConfig).
func acsConstructPasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if config.Mapping != MappingGroup || config.Dispatch.shrinksGroups() {
		return nil,
			option.Errorf("mapping %s, dispatch %s: algorithm %s supports only mapping %s with dispatch %s or %s",
				config.Mapping, config.Dispatch, p.Algorithm, MappingGroup, DispatchAll, DispatchOne)
	}
	pass := acsConstructPass(p, config, s.acs)
	if p.Synchronous {
		if config.AntsAtOnce > 0 {
			return nil, option.Errorf("ants at once %d: only ants that are not synchronous race", config.AntsAtOnce)
		}
		return []pipeline.Pass{pass, acsUpdatePass(p, s)}, nil
	}
	if config.AntsAtOnce > 0 && config.Dispatch.isOneStep() && !acsInSteps(p, config) {
		return nil, option.Errorf("ants at once %d: with memory %s, dispatch %s has all ants at once", config.AntsAtOnce,
			p.Memory, config.Dispatch).With(option.Set(option.Dispatch, DispatchAll))
	}
	return acsBatches(pass, p, config, s.acs), nil
}

// acsBatches divides a construction among passes with KernelConfig.AntsAtOnce ants each. Batches
// make whole tours one after the other or, with DispatchOne, take each step in turn.
func acsBatches(pass pipeline.Pass, p *model.Problem, config KernelConfig, s antLaunch) []pipeline.Pass {
	if config.AntsAtOnce == 0 || uint64(config.AntsAtOnce) >= allAnts(p) {
		return []pipeline.Pass{pass}
	}
	groups := uint32(config.AntsAtOnce) / s.ants
	pass.Batches, pass.Groups = ceilDiv(pass.Groups, groups), groups
	batches := slices.Repeat([]pipeline.Pass{pass}, int(pass.Batches))
	for i := range batches {
		batches[i].Batch = uint32(i)
	}
	return batches
}

// acsInSteps reports whether a dispatch makes one step of all ants, which keep their data in device
// memory in between. Racing ants with selective memory use the kernel of whole tours for one step.
func acsInSteps(p *model.Problem, config KernelConfig) bool {
	return p.Synchronous || config.Dispatch.isOneStep() && p.Memory == model.MemoryMatrix
}

// acsConstructPass constructs whole tours or, in a loop, one step of all ants.
func acsConstructPass(p *model.Problem, config KernelConfig, s antLaunch) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "construct", Units: uint32(p.Cities), Groups: groupCount(p.Colonies*p.Ants, s.ants),
		Constants: constants(s.group, map[string]uint32{
			"ANTS": s.ants, "FLAG_WORDS": subgroupFlagWords(p.Cities), "PER_INVOCATION": s.perInvocation,
			"CANDIDATES": uint32(p.Candidates),
			"PERIOD":     uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric), "FIXED": flag(p.HasFixed()),
			"ALPHA": uint32(p.AlphaExponent), "BETA": uint32(p.BetaExponent),
		}),
	}
	variant := acsVariant{
		selective: p.Memory == model.MemorySelective, computed: config.Distances == DistancesCoordinates,
	}
	if acsInSteps(p, config) {
		variant.racing = !p.Synchronous
		pass.Shader, pass.Loop = acsStepShaders[variant], 1
		if p.Synchronous && p.Memory == model.MemoryMatrix {
			pass.Constants["EDGE_SLOTS"] = edgeSlots(p)
		}
		return pass
	}
	pass.Constants["PREFETCHED"] = s.prefetched
	variant.deviceFlags = s.data == AntDataDevice
	pass.Shader, pass.MaxUnits = acsShaders[variant], s.maxSteps
	pass.CheapUnits = 1 // the start city needs no candidate list
	if config.Dispatch.isOneStep() {
		pass.MaxUnits = 1
	}
	return pass
}

// acsUpdatePass makes the local updates of a step (Dorigo and Gambardella 1997, section III.C).
func acsUpdatePass(p *model.Problem, s launchConfig) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "construct", Loop: 1, Units: uint32(p.Cities),
		Shader: &shaders.ConstructAcsUpdate, Groups: groupCount(p.Colonies*int(edgeSlots(p)), s.rowGroup),
		Constants: constants(
			s.rowGroup, map[string]uint32{"PERIOD": uint32(p.LocalUpdatePeriod), "EDGE_SLOTS": edgeSlots(p)},
		),
	}
	if p.Memory == model.MemorySelective {
		pass.Shader, pass.Groups = &shaders.ConstructAcsRecords, groupCount(p.Colonies*p.Ants, s.acs.ants)
		pass.Constants = constants(s.acs.group, map[string]uint32{
			"PERIOD": uint32(p.LocalUpdatePeriod), "SYMMETRIC": flag(p.Symmetric), "ANTS": s.acs.ants,
		})
	}
	return pass
}

// edgeSlots returns the slots of a colony's hash table of crossed edges
// (shaders/classic/construct_acs_step.comp). With twice as many as ants, few probes find one.
func edgeSlots(p *model.Problem) uint32 { return nextPowerOfTwo(2 * uint32(p.Ants)) }

// acsVariant identifies a shader that constructs tours: with selective pheromone memory instead of
// a matrix, with computed distances, with visited flags in device memory, with trails that ants
// update while others choose.
type acsVariant struct{ selective, computed, deviceFlags, racing bool }

// acsShaders make whole tours.
var acsShaders = map[acsVariant]*shaders.Shader{
	{}:                                   &shaders.ConstructAcs,
	{computed: true}:                     &shaders.ConstructAcsCoordinates,
	{selective: true}:                    &shaders.ConstructAcsSelective,
	{selective: true, computed: true}:    &shaders.ConstructAcsSelectiveCoordinates,
	{deviceFlags: true}:                  &shaders.ConstructAcsDevice,
	{deviceFlags: true, computed: true}:  &shaders.ConstructAcsDeviceCoordinates,
	{deviceFlags: true, selective: true}: &shaders.ConstructAcsSelectiveDevice,
	{true, true, true, false}:            &shaders.ConstructAcsSelectiveDeviceCoordinates,
}

// acsStepShaders make one step.
var acsStepShaders = map[acsVariant]*shaders.Shader{
	{}:                                &shaders.ConstructAcsStep,
	{computed: true}:                  &shaders.ConstructAcsStepCoordinates,
	{selective: true}:                 &shaders.ConstructAcsStepSelective,
	{selective: true, computed: true}: &shaders.ConstructAcsStepSelectiveCoordinates,
	{racing: true}:                    &shaders.ConstructAcsStepRacing,
	{racing: true, computed: true}:    &shaders.ConstructAcsStepRacingCoordinates,
}

// acsDepositPasses make the global update: they reinforce the edges of the best tour of each
// colony (Dorigo and Gambardella 1997, section III.B).
func acsDepositPasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositBestSelective, Units: 1,
		Groups:    groupCount(p.Colonies*p.Cities, s.rowGroup),
		Constants: constants(s.rowGroup, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == model.MemoryMatrix {
		pass.Shader, pass.Constants["FLAG_WORDS"] = &shaders.DepositBest, subgroupFlagWords(p.Cities)
		if !acsInSteps(p, config) {
			pass.Shader, pass.Groups = &shaders.DepositBestCopies, groupCount(p.Colonies*p.Cities*p.Candidates,
				s.rowGroup)
			pass.Constants["CANDIDATES"] = uint32(p.Candidates)
		}
	}
	return []pipeline.Pass{pass}, nil
}
