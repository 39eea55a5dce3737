package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// constructPasses construct the tours of the ants of Ant System. Their units are steps.
func constructPasses(p *model.Problem, config KernelConfig, s launchConfig) (passes []pipeline.Pass, err error) {
	if err := config.checkSelection(p.Selection); err != nil {
		return nil, err
	}
	firstListStep := p.FirstListStep(p.Cities)
	if config.Dispatch.shrinksGroups() && firstListStep == p.Cities {
		return nil,
			option.Errorf(
				"dispatch %s: it needs a selection with a list of the unvisited cities (compress, cursor, cursor-tile, hybrid), not %s",
				config.Dispatch, p.Selection).With(option.Other(option.Selection))
	}
	switch {
	case p.Selection == model.SelectNear:
		passes = append(passes, nearPass(p, s.near))
	case config.Mapping == MappingTask:
		passes = append(passes, taskPass(p, s))
	case firstListStep > 0:
		passes = append(passes, flagPass(p, uint32(firstListStep), config, s))
	}
	passes = append(passes, listPasses(p, config, s)...)
	for i := range passes {
		pass := &passes[i]
		pass.Stage = "construct"
		pass.Constants["FIXED"], pass.Constants["ALPHA"] = flag(p.HasFixed()), uint32(p.AlphaExponent)
		if pass.Groups == 0 {
			pass.Groups = uint32(p.Ants)
		}
		if config.Dispatch.isOneStep() {
			pass.MaxUnits = 1
		}
		if pass.FirstUnit == 0 && pass.Units > 1 {
			pass.CheapUnits = 1 // the start city needs no row of weights
		}
	}
	return passes, nil
}

// flagPass makes the steps before a given one, with a flag for each visited city.
func flagPass(p *model.Problem, before uint32, config KernelConfig, s launchConfig) pipeline.Pass {
	pass := pipeline.Pass{
		Shader: &shaders.Construct, Units: before, MaxUnits: s.maxSteps,
		Constants: constants(s.antGroup, map[string]uint32{"VECTORS": s.loads, "SKIP_VISITED": s.skipVisited()}),
	}
	switch p.Selection {
	case model.SelectTile:
		pass.Shader = &shaders.ConstructTile
	case model.SelectTrial, model.SelectHybrid:
		pass.Shader = &shaders.ConstructTrial
		if config.PrefixSearch == PrefixSearchKary {
			pass.Shader = &shaders.ConstructTrialKary
		}
		pass.Constants["TRIALS"], pass.Constants["LIST_FROM"] = uint32(p.Trials), 0
		if p.Selection == model.SelectHybrid {
			pass.Constants["LIST_FROM"] = before
		}
	case model.SelectIRoulette:
		pass.Shader = &shaders.ConstructIroulette
	case model.SelectTiled:
		pass.Shader = &shaders.ConstructTiled
		pass.Constants = constants(s.antGroup, map[string]uint32{"VECTORS": s.loads, "TILE": s.tile(p)})
	}
	return pass
}

// taskPass constructs each tour with one invocation.
func taskPass(p *model.Problem, s launchConfig) pipeline.Pass {
	return pipeline.Pass{
		Shader: &shaders.ConstructTask, Units: uint32(p.Cities), MaxUnits: s.maxSteps,
		Groups: groupCount(p.Ants, s.antGroup), Constants: constants(s.antGroup, nil),
	}
}

// nearPass constructs tours with selection near. Each ant is a subgroup.
func nearPass(p *model.Problem, s antLaunch) pipeline.Pass {
	return pipeline.Pass{
		Shader: &shaders.ConstructNear, Units: uint32(p.Cities), MaxUnits: s.maxSteps,
		Groups: groupCount(p.Ants, s.ants),
		Constants: constants(s.group, map[string]uint32{
			"ANTS": s.ants, "FLAG_WORDS": flagWords(p.Cities), "PER_INVOCATION": s.perInvocation,
			"TRIALS": uint32(p.Trials), "MAX_LIST": maxListLength(p), "PREFETCHED": s.prefetched,
		}),
	}
}
