package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// constants returns the specialization constants by name and the work-group size.
func constants(group uint32, more map[string]uint32) map[string]uint32 {
	all := map[string]uint32{pipeline.GroupSize: group}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// choicePasses compute the weights τ^α·η^β. For selections with trials they also compute running
// sums of each row and, with PrefixSearchGuide, the guide table.
func choicePasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	rows := uint32(p.Cities)
	passes := []pipeline.Pass{{
		Stage: "choice", Shader: &shaders.Choice, Units: rows,
		Constants: constants(s.rowGroup, map[string]uint32{"ALPHA": uint32(p.AlphaExponent)}),
	}}
	prefix := pipeline.Pass{
		Stage: "prefix", Shader: &shaders.Prefix, Units: rows, Constants: constants(s.rowGroup, nil),
	}
	if p.Selection == model.SelectNear {
		prefix.Shader = &shaders.PrefixNear
		prefix.Constants["FLAG_WORDS"] = flagWords(p.Cities)
	}
	if p.UsesTrials() {
		if config.PrefixSearch == PrefixSearchKary {
			prefix.Shader = &shaders.PrefixSums
		}
		passes = append(passes, prefix)
	}
	return passes, nil
}

// evaluatePasses compute the lengths of the tours. With coordinates an edge takes up to 18 loop
// iterations: for a tour of 200,000 cities, each of 128 invocations takes half of the iterations
// that llvmpipe allows (pipeline.Limits.LoopIterations).
func evaluatePasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	pass := pipeline.Pass{
		Stage: "evaluate", Shader: &shaders.Evaluate, Units: uint32(p.Ants), Constants: evaluateConstants(p, s),
	}
	if config.Distances == DistancesCoordinates {
		pass.Shader = &shaders.EvaluateCoordinates
	}
	return []pipeline.Pass{pass}, nil
}

// evaluateConstants returns the constants of the stage evaluate of all algorithms.
func evaluateConstants(p *model.Problem, s launchConfig) map[string]uint32 {
	return constants(s.rowGroup, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)})
}

// bestPasses find the shortest tour of each colony, update its best tour and apply the stop rules.
func bestPasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	return []pipeline.Pass{{
		Stage: "best", Shader: &shaders.Best, Units: uint32(p.Colonies),
		Constants: constants(s.rowGroup, map[string]uint32{"HISTORY": history}),
	}}, nil
}

// evaporatePasses multiply all trails by 1 − ρ.
func evaporatePasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	return []pipeline.Pass{{Stage: "evaporate", Shader: &shaders.Evaporate, Units: uint32(p.Cities),
		Constants: constants(s.rowGroup, nil)}}, nil
}
