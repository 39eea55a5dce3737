package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// maxMinChoicePasses compute the weights τ^α·η^β of each city's candidates. Their units are the
// cities of all colonies.
func maxMinChoicePasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "choice", Shader: &shaders.ChoiceMaxMin, Units: uint32(p.Colonies * p.Cities),
		Constants: constants(
			s.maxMin.list, map[string]uint32{"ALPHA": uint32(p.AlphaExponent), "CANDIDATES": uint32(p.Candidates)},
		),
	}
	if p.Memory == model.MemoryCandidates {
		pass.Shader = &shaders.ChoiceMaxMinCandidates
	}
	return []pipeline.Pass{pass}, nil
}

// maxMinVariant identifies a shader that constructs tours.
type maxMinVariant struct {
	memory    model.Memory
	distances DistanceSource
	mapping   Mapping
	data      AntData
}

// maxMinShaders has the shader of each variant.
var maxMinShaders = map[maxMinVariant]*shaders.Shader{
	{model.MemoryMatrix, DistancesMatrix, MappingGroup, AntDataShared}:      &shaders.ConstructMaxMin,
	{model.MemoryMatrix, DistancesMatrix, MappingGroup, AntDataDevice}:      &shaders.ConstructMaxMinDevice,
	{model.MemoryMatrix, DistancesMatrix, MappingTask, AntDataDevice}:       &shaders.ConstructMaxMinTask,
	{model.MemoryMatrix, DistancesCoordinates, MappingGroup, AntDataShared}: &shaders.ConstructMaxMinCoordinates,
	{model.MemoryMatrix, DistancesCoordinates, MappingGroup,
		AntDataDevice}: &shaders.ConstructMaxMinCoordinatesDevice,
	{model.MemoryMatrix, DistancesCoordinates, MappingTask,
		AntDataDevice}: &shaders.ConstructMaxMinTaskCoordinates,
	{model.MemoryCandidates, DistancesMatrix, MappingGroup, AntDataShared}: &shaders.ConstructMaxMinCandidates,
	{model.MemoryCandidates, DistancesMatrix, MappingGroup,
		AntDataDevice}: &shaders.ConstructMaxMinCandidatesDevice,
	{model.MemoryCandidates, DistancesMatrix, MappingTask, AntDataDevice}: &shaders.ConstructMaxMinTaskCandidates,
	{model.MemoryCandidates, DistancesCoordinates, MappingGroup,
		AntDataShared}: &shaders.ConstructMaxMinCandidatesCoordinates,
	{model.MemoryCandidates, DistancesCoordinates, MappingGroup,
		AntDataDevice}: &shaders.ConstructMaxMinCandidatesCoordinatesDevice,
	{model.MemoryCandidates, DistancesCoordinates, MappingTask,
		AntDataDevice}: &shaders.ConstructMaxMinTaskCandidatesCoordinates,
}

// maxMinConstructPasses construct the tours of the ants of MMAS. Their units are steps.
func maxMinConstructPasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	return []pipeline.Pass{maxMinConstructPass(p, config, s.maxMin)}, nil
}

func maxMinConstructPass(p *model.Problem, config KernelConfig, s maxMinLaunch) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "construct", Shader: maxMinShaders[maxMinVariant{p.Memory, config.Distances, config.Mapping, s.data}],
		Units: uint32(p.Cities), MaxUnits: s.maxSteps, Groups: ceilDiv(s.subgroups(p), s.ants/s.antsPerSubgroup()),
		CheapUnits: 1, // the start city needs no candidate list
		Constants: constants(s.group, map[string]uint32{
			"FLAG_WORDS": flagWords(p.Cities), "CANDIDATES": uint32(p.Candidates), "FIXED": flag(p.HasFixed()),
		}),
	}
	if config.Mapping == MappingGroup {
		pass.Constants["FLAG_WORDS"] = subgroupFlagWords(p.Cities)
		pass.Constants["ANTS"], pass.Constants["PER_INVOCATION"], pass.Constants["PREFETCHED"] = s.ants, s.perInvocation, s.prefetched
		pass.Constants["ANTS_PER_SUBGROUP"] = s.antsPerSubgroup()
	}
	if p.Memory == model.MemoryMatrix {
		pass.Constants["ALPHA"], pass.Constants["BETA"] = uint32(p.AlphaExponent), uint32(p.BetaExponent)
	}
	return pass
}

// evaluateLengthPasses compute the lengths of the tours of all colonies. MMAS and ACS share them.
func evaluateLengthPasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "evaluate", Shader: &shaders.EvaluateLengths, Units: uint32(p.Colonies * p.Ants),
		Constants: evaluateConstants(p, s),
	}
	if config.Distances == DistancesCoordinates {
		pass.Shader = &shaders.EvaluateLengthsCoordinates
	}
	return []pipeline.Pass{pass}, nil
}

// schedulePasses choose, for each colony, the trail limits, the tour that deposits, and whether
// trails are renewed.
func schedulePasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	return []pipeline.Pass{{
		Stage: "schedule", Shader: &shaders.Schedule, Units: uint32(p.Colonies),
		Constants: constants(s.rowGroup, map[string]uint32{
			"PERIOD_FALLS": flag(p.BestPeriod == model.BestPeriodFalling), "REINFORCES_BEST": flag(p.ReinforcesBest()),
			"RENEWAL": uint32(p.RenewalEvent()),
		}),
	}}, nil
}

// trailsPerInvocation is for the evaporation: enough loads to hide latency, few enough to occupy a
// large GPU.
const trailsPerInvocation = 8

// maxMinEvaporatePasses evaporate the trails of each colony. A unit is a range of trails, across
// rows.
func maxMinEvaporatePasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	ranges := ceilDiv(trailWords(p), uint64(s.rowGroup)*trailsPerInvocation)
	return []pipeline.Pass{{
		Stage: "evaporate", Shader: &shaders.EvaporateMaxMin, Units: uint32(uint64(p.Colonies) * ranges),
		Constants: constants(s.rowGroup, map[string]uint32{"PER_INVOCATION": trailsPerInvocation}),
	}}, nil
}

// maxMinDepositPasses add the deposit to the edges of one tour of each colony. A unit is a range
// of edges.
func maxMinDepositPasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositMaxMin, Units: uint32(p.Colonies) * groupCount(p.Cities, s.rowGroup),
		Constants: constants(s.rowGroup, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)}),
	}
	if p.Memory == model.MemoryCandidates {
		pass.Shader = &shaders.DepositMaxMinCandidates
		pass.Constants["CANDIDATES"] = uint32(p.Candidates)
	} else {
		pass.Constants["FLAG_WORDS"] = subgroupFlagWords(p.Cities)
	}
	return []pipeline.Pass{pass}, nil
}
